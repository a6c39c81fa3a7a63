/** What boards call themselves, as far as the server has told: for those that a language has no name for. */

import { SvelteMap } from "svelte/reactivity";

export const boardNames = new SvelteMap<string, string>();
