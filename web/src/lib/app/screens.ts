/** The screens loaded on demand; the start screen comes with the page. */
export const screens = {
    new: () => import("../../screens/NewTable.svelte"),
    table: () => import("../../screens/Table.svelte"),
    replay: () => import("../../screens/Replay.svelte"),
    rules: () => import("../../screens/Rules.svelte"),
    card: () => import("../../screens/Card.svelte"),
    settings: () => import("../../screens/Settings.svelte"),
};
