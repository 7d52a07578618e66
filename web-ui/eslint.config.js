import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["src/lib/wire.gen.ts"] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    rules: {
      // the compiler of TypeScript knows all names, and refuses those that nothing uses
      "no-undef": "off",
      "@typescript-eslint/no-unused-vars": "off",
      // values that the rules of the game promise to be there
      "@typescript-eslint/no-non-null-assertion": "off",
      // ours is a router of a few lines; it takes plain links
      "svelte/no-navigation-without-resolve": "off",
      // what no page watches is a plain Map or Set
      "svelte/prefer-svelte-reactivity": "off",
      // {" "} keeps a space where a line is broken
      "svelte/no-useless-mustaches": "off",
    },
  },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser } } },
);
