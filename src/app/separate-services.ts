import { join } from "node:path";
import type { Services } from "#platform/capability/services.ts";
import { connectionsOf, type PreparedDatabase } from "#platform/database/prepare.ts";
import type { SeparateService } from "#platform/jobs/jobs.ts";
import { ServiceProcess } from "#platform/jobs/service-process.ts";
import { outageLog } from "#platform/log/outage-log.ts";
import { programFolder } from "./open-platform.ts";

/** How often a service that does not run yet is checked for work that came from another server. */
const CHECK_MS = 5_000;

type Parts = Pick<Services, "database" | "systemSettings" | "log">;

/** Starts each service in its own process when it is needed, and forwards what concerns it. `close` ends them. */
export function startSeparateServices(
  services: readonly SeparateService[],
  prepared: PreparedDatabase,
  parts: Parts,
): { close(): Promise<void> } {
  const running = services.map((service) => startWhenNeeded(service, prepared, parts));
  return { close: async () => void (await Promise.all(running.map((each) => each.close()))) };
}

function startWhenNeeded(
  service: SeparateService,
  prepared: PreparedDatabase,
  { database, systemSettings, log }: Parts,
): { close(): Promise<void> } {
  let child: ServiceProcess | null = null;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let checking = Promise.resolve();
  const outage = outageLog(log, {
    failure: "It cannot be checked whether a process of the program is needed",
    recovery: "It can be checked again whether a process of the program is needed",
  });
  const start = () => {
    if (isClosed) return;
    clearTimeout(timer);
    const { name, megabytes } = service;
    child ??= new ServiceProcess({ file: serviceProgram(), name, megabytes }, connectionsOf(prepared), log);
  };
  const check = () => {
    clearTimeout(timer);
    if (child || isClosed) return;
    checking = checking
      .then(() => child !== null || service.isNeeded(database))
      .then((isNeeded) => {
        outage.end();
        if (isNeeded) start();
      }, outage.report)
      .then(() => {
        clearTimeout(timer);
        if (!child && !isClosed) timer = setTimeout(check, CHECK_MS);
      });
  };
  const stopListening = [
    service.onWake(() => (child ? child.send({ kind: "wake" }) : check())),
    service.onExpected(start),
    systemSettings.onChange(() => child?.send({ kind: "settings" })),
  ];
  check();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      for (const stop of stopListening) stop();
      await checking;
      await child?.close();
    },
  };
}

/** Beside the bundle of the server, or among the sources. */
function serviceProgram(): string {
  const isBuilt = import.meta.filename.endsWith(".js");
  return join(programFolder(), isBuilt ? "dist/server/service.js" : "src/app/service.ts");
}
