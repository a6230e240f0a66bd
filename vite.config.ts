import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "./scripts/vite-precompress.ts";
import { preloadFont } from "./scripts/vite-preload-font.ts";

const server = "http://127.0.0.1:3000";

export default defineConfig({
  root: "src/app/web",
  plugins: [react({ compiler: true }), preloadFont("inter-latin-wght-normal"), precompress()],
  build: {
    outDir: "../../../dist/web",
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    /** The schemas of every area stand on it: fetched once, with the first page that has a form. */
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "zod", test: /node_modules[/]zod[/]/ }] } },
    },
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    target: ["chrome120", "edge120", "firefox121", "safari17"],
  },
  server: {
    port: 5173,
    proxy: { "/rpc": server, "/api": server, "/events": server, "/mcp": server },
  },
});
