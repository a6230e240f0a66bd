import type { Log } from "./log.ts";

const SAME_OUTAGE_MS = 60_000;

export type OutageLog = {
  /** Logs the first error of an outage with its cause; the others are dropped. */
  report(error: unknown): void;
  /** It works: the next error is logged again. */
  end(): void;
};

/** For what is tried again every few seconds. Repeated short interruptions count as the same outage. */
export function outageLog(log: Log, { failure, recovery }: { failure: string; recovery: string }): OutageLog {
  let failedAt: number | null = null;
  let loggedAt = 0;
  let isLogged = false;
  return {
    report: (error) => {
      if (failedAt !== null) return;
      failedAt = Date.now();
      isLogged = failedAt - loggedAt >= SAME_OUTAGE_MS;
      if (!isLogged) return;
      loggedAt = failedAt;
      // rule: log-messages - the texts of the callers are checked where they call
      log.error(`${failure}; this is logged once until it works again`, { error });
    },
    end: () => {
      if (failedAt === null) return;
      // rule: log-messages - the texts of the callers are checked where they call
      if (isLogged) log.info(recovery, { durationMs: Date.now() - failedAt });
      failedAt = null;
    },
  };
}
