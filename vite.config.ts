import "./scripts/require-node-24.mjs";

import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { nameChunks } from "./scripts/vite-chunks.ts";
import { nameClasses } from "./scripts/vite-class-names.ts";
import { translateMessages } from "./scripts/vite-messages.ts";
import { listPageFiles } from "./scripts/vite-page-files.ts";
import { precompress } from "./scripts/vite-precompress.ts";
import { preloadFont } from "./scripts/vite-preload-font.ts";
import { dropUnusedSchemas } from "./scripts/vite-unused-schemas.ts";

const server = "http://127.0.0.1:3000";

export default defineConfig({
  root: "src/app/web",
  plugins: [
    // Before the compiler, which names values anew.
    translateMessages(".vite/languages.json"),
    react({ compiler: true }),
    dropUnusedSchemas(),
    preloadFont("inter-latin-wght-normal"),
    listPageFiles(),
    precompress(),
  ],
  css: { modules: { generateScopedName: nameClasses() } },
  build: {
    outDir: "../../../dist/web",
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { debugName: "pages", name: nameChunks(resolve(import.meta.dirname, "src/app/web/index.html")) },
          ],
          includeDependenciesRecursively: false,
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
      "^/api/": server,
      "/events": server,
      "/mcp": server,
      "/files": server,
      "/shared": server,
      "/help": server,
    },
  },
});
