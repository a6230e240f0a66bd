import "./scripts/require-node-24.mjs";

import { defineConfig } from "vite";
import { translateMessages } from "./scripts/vite-messages.ts";
import { precompress } from "./scripts/vite-precompress.ts";

/**
 * The sign-in page by itself, beside the files of the application: the same components on Preact, which is a tenth of
 * React (decision 0125).
 */
export default defineConfig({
  root: "src/app/web",
  publicDir: false,
  plugins: [translateMessages(".vite/sign-in-languages.json"), precompress()],
  resolve: {
    alias: [
      { find: /^react\/jsx-runtime$/, replacement: "preact/compat/jsx-runtime" },
      { find: /^react-dom\/client$/, replacement: "preact/compat/client" },
      { find: /^react(-dom)?$/, replacement: "preact/compat" },
    ],
  },
  build: {
    outDir: "../../../dist/web",
    emptyOutDir: false,
    manifest: ".vite/sign-in.json",
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: "src/app/web/sign-in.tsx",
      // Libraries mark files for servers of React; in a bundle the marks mean nothing.
      onLog: (level, log, report) => log.code === "MODULE_LEVEL_DIRECTIVE" || report(level, log),
    },
    target: ["chrome120", "edge120", "firefox121", "safari17"],
  },
});
