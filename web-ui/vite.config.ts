/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The bundle goes into the Python package, so that a wheel carries it and nobody needs Node to play.
export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../src/hexillum/web/static", emptyOutDir: true, assetsInlineLimit: 0, reportCompressedSize: false },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true }, "/docs": "http://127.0.0.1:8000" } },
  test: { include: ["src/**/*.test.ts"] },
});
