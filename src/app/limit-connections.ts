import type { Server } from "node:http";
import type { Log } from "#platform/log/log.ts";

/** More than any instance needs. */
const MAX_CONNECTIONS = 10_000;
const WARN_EVERY_MS = 60_000;

/**
 * Incoming connections get at most half of the descriptors that this process may have. Otherwise anybody could take all
 * of them, and every file, worker and connection of the program itself would fail.
 */
export function limitConnections(server: Server, log: Log): void {
  const maxConnections = Math.min(MAX_CONNECTIONS, Math.floor(descriptorLimit() / 2));
  server.maxConnections = maxConnections;
  let warnedAt = Number.NEGATIVE_INFINITY;
  server.on("drop", () => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn("Connections are refused because too many are open", { count: maxConnections });
  });
}

/** `ulimit -n`, as only Node's report names it. */
function descriptorLimit(): number {
  // Otherwise it would ask the name server about each connection; the types lack the option.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: unknown } } };
  const limit = Number(userLimits?.open_files.soft);
  // "unlimited", or a system without limits.
  return Number.isFinite(limit) ? limit : Number.POSITIVE_INFINITY;
}
