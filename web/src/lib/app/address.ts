/**
 * Addresses of the screens: the code says `/card?board=italy#phases` everywhere.
 *
 * A server has a page at each of them. A static site has one file, index.html, under a path that nobody knows in advance,
 * so there the same address is written `?/card&board=italy#phases`.
 */

/** The address of a screen, in its parts as in a `URL`. */
export interface Address {
    path: string;
    search: string;
    hash: string;
}

type Place = Pick<URL, "pathname" | "search" | "hash">;

/** Whether this page is a static site, where Python runs in the browser; `kilowatt site` marks its index.html. */
export const isSite = document.querySelector('meta[name="kilowatt"][content="site"]') !== null;

/** The address of a screen as a relative link of a static site. */
export function siteLink(address: string): string {
    const { pathname, search, hash } = new URL(address, "http://site");
    if (pathname === "/" && search === "") return `./${hash}`;
    return `?${pathname}${search.replace("?", "&")}${hash}`;
}

/** The screen that a link of a static site leads to. */
export function siteAddress({ search, hash }: Omit<Place, "pathname">): Address {
    const [first = "", ...rest] = search.slice(1).split("&");
    // Some programs that pass links on write the slashes in code, or add a sign for the empty value.
    const path = first.replaceAll(/%2f/gi, "/").replace(/=$/, "");
    if (!path.startsWith("/")) return { path: "/", search, hash };
    return { path, search: rest.length > 0 ? `?${rest.join("&")}` : "", hash };
}

const folderOf = (pathname: string): string => pathname.replace(/(?:index\.html)?$/, "");

/** The screen that a link of this page's host leads to; null if it leads out of the page. */
export function screenAt(place: Place): Address | null {
    if (!isSite) return { path: place.pathname, search: place.search, hash: place.hash };
    return folderOf(place.pathname) === folderOf(location.pathname) ? siteAddress(place) : null;
}

/** The screen that is shown. */
export function here(): Address {
    return screenAt(location) ?? { path: "/", search: "", hash: "" };
}

/** What a link to a screen has as its `href`. */
export function to(address: string): string {
    return isSite ? siteLink(address) : address;
}

/** The whole address of a screen, to be copied and sent. */
export function fullAddress(address: string): string {
    return new URL(to(address), location.href).href;
}
