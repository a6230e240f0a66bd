import { defineConfig } from "vite";

/** The server as one bundle per program: it starts in a third of the time that loading each package takes. */
export default defineConfig({
  build: {
    ssr: true,
    target: "node24",
    outDir: "dist/server",
    sourcemap: true,
    rolldownOptions: {
      input: { main: "src/app/main.ts", cli: "src/app/cli.ts", worker: "src/app/worker.ts" },
    },
  },
  ssr: {
    noExternal: true,
    /** Compiled for the machine, or looked for at run time. */
    external: ["@node-rs/argon2", "pg-native", "tesseract.js-core"],
  },
});
