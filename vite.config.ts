import "./scripts/require-node-24.mjs";

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
    /** Schemas stand on zod: fetched once, with the first page that has a form. PDF.js comes with the first PDF. */
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "zod", test: /node_modules[/]zod[/]/ },
            { name: "pdf", test: /node_modules[/]pdfjs-dist[/]/ },
            { name: "editor", test: /node_modules[/](prosemirror-|orderedmap|rope-sequence|w3c-keyname)/ },
          ],
        },
      },
    },
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    target: ["chrome120", "edge120", "firefox121", "safari17"],
  },
  server: {
    port: 5173,
    proxy: {
      "/rpc": server,
      "/api": server,
      "/events": server,
      "/mcp": server,
      "/files": server,
      "/shared": server,
      "/help": server,
    },
  },
});
