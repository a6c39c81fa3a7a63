/** Writes the licences of the typefaces beside the page: Rolldown's list of licences has scripts alone. */

import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

export function fontLicenses(): Plugin {
    return {
        name: "kilowatt-font-licenses",
        apply: "build",
        generateBundle() {
            const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
                dependencies: Record<string, string>;
            };
            const fonts = Object.keys(dependencies).filter((name) => name.startsWith("@fontsource"));
            const texts = fonts.map((name) => `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8")}`);
            this.emitFile({ type: "asset", fileName: "font-licenses.txt", source: texts.join("\n\n---\n\n") });
        },
    };
}
