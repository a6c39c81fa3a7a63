import { defineConfig, mergeConfig } from "vitest/config";
import page from "./vite.config.ts";

/** Apart from the page's own configuration, so that the page can be built without what only tests need. */
export default mergeConfig(
    page,
    defineConfig({
        // Without this, Vitest takes Svelte's half for servers, and nothing can be mounted.
        resolve: { conditions: ["browser"] },
        test: {
            environment: "happy-dom",
            include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
        },
    }),
);
