/** Start Python for this page, and what makes it an app. */

import { setBackend } from "../backend/backend";
import { SiteBackend } from "./siteBackend";
import { siteInfo } from "./siteInfo";
import { updates } from "./updates.svelte";

export function startSite(): void {
    const { python, sizes } = siteInfo();
    setBackend(new SiteBackend({ folder: new URL(`${python}/`, document.baseURI).href, sizes }));
    updates.start();
}
