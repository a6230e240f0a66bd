// The program with an additional background service that works on three rows. Row "bad" causes an uncaught error, first
// thrown, then rejected; with PLANTED=abort it aborts the runtime while other rows are waiting or in progress. An
// additional endpoint does the same for a request. Argument: folder of the built pages.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { environment } from "#platform/config/environment.ts";
import { attributeRow, whileWaiting } from "#platform/crash/attribution.ts";
import type { SliceRoutes } from "#platform/http/slice-routes.ts";
import type { BackgroundService } from "#platform/jobs/jobs.ts";
import { runProgram } from "../run-program.ts";

const [webFolder = ""] = process.argv.slice(2);

const throwLater = () =>
  setTimeout(() => {
    throw new Error("planted");
  });

const never = () => new Promise<void>(() => {});

/** In progress when the runtime ends: "bad" both times, "once" the first time, and "waiting" says that it only waits. */
const aborting: BackgroundService = {
  name: "aborting",
  start: ({ config }) => {
    const isFirst = !existsSync(join(config.dataDir, "crashes.json"));
    const work = (row: string, run: () => Promise<void>) => {
      process.stdout.write(`worked on ${row}\n`);
      return attributeRow(config.dataDir, { name: "Planted", row }, run);
    };
    void work("waiting", () => whileWaiting(never));
    if (isFirst) void work("once", never);
    const timer = setInterval(async () => {
      await work("good", async () => {});
      await attributeRow(config.dataDir, { name: "Round", row: "" }, () =>
        attributeRow(config.dataDir, { name: "Planted", row: "bad" }, async () => process.abort()),
      );
      await work("fine", async () => {});
    }, 200);
    return { close: async () => clearInterval(timer) };
  },
};

const backgroundService: BackgroundService = {
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

await runProgram({
  webFolder,
  backgroundServices: [environment.PLANTED === "abort" ? aborting : backgroundService],
  routes: [route],
});
