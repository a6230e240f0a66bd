// The program with one more keeper, which works on three rows: on the row "bad" an error comes that nobody can catch,
// the first time thrown, then rejected. And with an address where a request does the same. Argument: folder of its pages.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { attributeRow } from "#platform/crash/attribution.ts";
import type { SliceRoutes } from "#platform/http/slice-routes.ts";
import type { Keeper } from "#platform/jobs/jobs.ts";
import { runProgram } from "../run-program.ts";

const [webFolder = ""] = process.argv.slice(2);

const throwLater = () =>
  setTimeout(() => {
    throw new Error("planted");
  });

const keeper: Keeper = {
  name: "planted",
  start: ({ config }) => {
    const hasCrashed = existsSync(join(config.dataDir, "crashes.json"));
    const work = (row: string) =>
      attributeRow(config.dataDir, { name: "Planted", row }, async () => {
        process.stdout.write(`worked on ${row}\n`);
        if (row === "bad" && hasCrashed) void Promise.reject(new Error("planted"));
        else if (row === "bad") throwLater();
      });
    const timer = setInterval(() => {
      for (const row of ["good", "bad", "fine"]) void work(row);
    }, 200);
    return { close: async () => clearInterval(timer) };
  },
};

const route: SliceRoutes = (app) => {
  app.get("/shared/planted", () => {
    throwLater();
    return new Promise(() => {});
  });
};

await runProgram({ webFolder, keepers: [keeper], routes: [route] });
