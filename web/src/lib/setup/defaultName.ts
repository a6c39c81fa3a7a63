/** The default name of a player. */

import { t } from "../../i18n";
import { preferences } from "../app/preferences.svelte";

/** The name used last on this device, else a friendly one; further players at this device get a number. */
export function defaultName(place = 1): string {
    if (place === 1 && preferences.nickname !== "") return preferences.nickname;
    const name = t("ui.name.default");
    return place === 1 ? name : `${name} ${place}`;
}
