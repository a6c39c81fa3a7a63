import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

// Mistakes only: how the code looks is prettier's business, and types are checked by svelte-check.
export default defineConfig(
    globalIgnores(["dist/", "src/lib/wire.ts"]), // wire.ts is written by tools/web_types.py
    js.configs.recommended,
    ts.configs.recommendedTypeChecked,
    svelte.configs.recommended,
    {
        languageOptions: {
            globals: globals.browser,
            parserOptions: { project: ["tsconfig.json", "tsconfig.node.json"], extraFileExtensions: [".svelte"] },
        },
        linterOptions: { reportUnusedDisableDirectives: "error" },
        rules: {
            // _ is the value that nobody asks for, as in {#each places as _, index}.
            "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_$", varsIgnorePattern: "^_$" }],
            // Our comments go on with a reason, whose words it takes for names of warnings.
            "svelte/no-unused-svelte-ignore": "off",
            // {" "} is a space that Svelte would leave out at the end of a block.
            "svelte/no-useless-mustaches": "off",
            // Sets and maps are filled inside a $derived and never changed after: they need not be reactive themselves.
            "svelte/prefer-svelte-reactivity": "off",
        },
    },
    {
        files: ["**/*.svelte"],
        languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
        rules: {
            // ESLint does not see the types of events and of what another component exports; svelte-check does.
            "@typescript-eslint/no-unsafe-argument": "off",
            "@typescript-eslint/no-unsafe-assignment": "off",
            "@typescript-eslint/no-unsafe-call": "off",
            "@typescript-eslint/no-unsafe-member-access": "off",
            "@typescript-eslint/no-unsafe-return": "off",
        },
    },
    {
        files: ["**/*.svelte.ts"],
        languageOptions: { parser: ts.parser },
    },
    {
        files: ["**/*.test.ts"],
        rules: {
            // What stands in for the server answers at once, by the promise that the server would give.
            "@typescript-eslint/require-await": "off",
        },
    },
    {
        files: ["site/*.js"],
        languageOptions: { globals: { ...globals.node, ...globals.serviceworker } },
    },
    {
        files: ["**/*.js"],
        extends: [ts.configs.disableTypeChecked],
    },
);
