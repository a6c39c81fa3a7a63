/** What `kilowatt site` has noted in index.html. */

/** What a site says of itself. */
export interface SiteInfo {
    /** The folder of Python's files. */
    python: string;
    sizes: Record<string, number>;
    version: string;
    build: string;
}

export function siteInfo(): SiteInfo {
    const text = document.querySelector<HTMLElement>('meta[name="kilowatt"]')?.dataset["site"];
    if (text === undefined) throw new Error("index.html does not say where Python is: make the site again.");
    return JSON.parse(text) as SiteInfo;
}
