import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { compress } from "./vite.compress.ts";
import { fontLicenses } from "./vite.fonts.ts";

/** Where `npm run dev` finds the table server: `./kilowatt serve`. */
const SERVER = "http://127.0.0.1:8421";

export default defineConfig({
    plugins: [svelte(), fontLicenses(), compress()],
    build: {
        outDir: "dist",
        target: "es2022",
        // The server allows scripts from its own files alone: nothing may be put into the page or into a data: address.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        rolldownOptions: {
            output: {
                // Few files: over a slow line every one more is a way there and back. What the first screen needs, what
                // several of the others share, and then one for each.
                codeSplitting: {
                    groups: [
                        { name: "base", tags: ["$initial"], priority: 2 },
                        { name: "shared", test: /[\\/]src[\\/]/, minShareCount: 2, priority: 1 },
                    ],
                },
            },
        },
        // What we build in asks for its licence to come along.
        license: { fileName: "licenses.txt" },
    },
    worker: { format: "es" },
    experimental: {
        // A static site lies under a path that is not known here, so files name one another relative to themselves. A
        // server answers many addresses with index.html, which therefore names them from the root.
        renderBuiltUrl: (_, { hostType }) => (hostType === "html" ? undefined : { relative: true }),
    },
    server: {
        fs: { allow: [".."] }, // the plants and the law are taken from the rest of the project
        proxy: { "/api": { target: SERVER, ws: true } },
    },
});
