/** Writes a `.gz` beside every file of the page, so that the server need not compress what never changes. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(?:css|html|js|json|map|svg|txt|webmanifest)$/;

export function compress(): Plugin {
    let folder = "";
    return {
        name: "kilowatt-compress",
        apply: "build",
        configResolved(config) {
            folder = resolve(config.root, config.build.outDir);
        },
        writeBundle() {
            for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
                const path = join(entry.parentPath, entry.name);
                if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
                const whole = readFileSync(path);
                const small = gzipSync(whole, { level: 9 });
                // What hardly shrinks is sent as it is.
                if (small.length < whole.length * 0.9) writeFileSync(`${path}.gz`, small);
            }
        },
    };
}
