import { flushSync } from "svelte";
import { expect, it } from "vitest";
import { setLanguage, t } from ".";

it("a change of language makes what Svelte shows say it anew", async () => {
    const seen: string[] = [];
    await setLanguage("en");
    const stop = $effect.root(() => {
        $effect(() => {
            seen.push(t("fuel.coal"));
        });
    });
    flushSync();
    await setLanguage("de");
    flushSync();
    stop();
    expect(seen).toEqual(["coal", "Kohle"]);
});
