/** The default name of a player, and how they sit down at a table without set-up. */

import { t } from "../../i18n";
import { preferences } from "../app/preferences.svelte";
import type { Me } from "../wire";

/** The name used last on this device, else a friendly one; further players at this device get a number. */
export function defaultName(place = 1): string {
    if (place === 1 && preferences.nickname !== "") return preferences.nickname;
    const name = t("ui.name.default");
    return place === 1 ? name : `${name} ${place}`;
}

/** Whoever plays on this device, with the look they like best. */
export function myself(): Me {
    return { who: "me", nickname: defaultName(), look: preferences.look };
}
