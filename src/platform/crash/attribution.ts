import { AsyncLocalStorage } from "node:async_hooks";
import { isSuspended, type Work } from "./crash-records.ts";
import { beginWork } from "./work-in-progress.ts";

/** The owner of an uncaught error. */
type Origin = {
  work?: Work;
  /** Pauses the work, for waiting or a nested piece of work, until the returned function is called. */
  rest?(): () => void;
  /** Rejects the request with the error, which responds with 500. */
  failRequest?(error: unknown): void;
};

const origins = new AsyncLocalStorage<Origin>();

/** Of the code that runs, also in the handlers of uncaught errors. */
export const currentOrigin = (): Origin => origins.getStore() ?? {};

/** Runs a request; an uncaught error in code that it started rejects it. */
export function attributeRequest<T>(handle: () => Promise<T>): Promise<T> {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  return origins.run({ failRequest: reject }, () => Promise.race([handle(), failed]));
}

/** Thrown for work on which the program has crashed twice. */
export class SuspendedWorkError extends Error {
  constructor({ name }: Work) {
    super(
      `${name} is suspended: the program crashed on it twice. An administrator can retry it on /admin/health`,
    );
    this.name = "SetAsideError";
  }
}

/**
 * Runs a piece of work under its name, so that a crash is attributed to it; throws SetAsideError if it is set aside.
 */
export async function attributeWork<T>(dataDir: string, work: Work, run: () => Promise<T>): Promise<T> {
  if (isSuspended(dataDir, work)) throw new SuspendedWorkError(work);
  return runAs(dataDir, work, run);
}

/** Like `attributeWork`, for a loop over many rows: rows that are set aside are skipped. */
export async function attributeRow(dataDir: string, work: Work, run: () => Promise<void>): Promise<void> {
  if (!isSuspended(dataDir, work)) await runAs(dataDir, work, run);
}

/** For pure waiting: if the runtime ends meanwhile, it is not attributed to this work. */
export async function whileWaiting<T>(run: () => Promise<T>): Promise<T> {
  const resume = currentOrigin().rest?.();
  return run().finally(() => resume?.());
}

/** While a nested piece of work runs, only that one counts as in progress. */
async function runAs<T>(dataDir: string, work: Work, run: () => Promise<T>): Promise<T> {
  const outer = currentOrigin();
  const resumeOuter = outer.rest?.();
  let end: (() => void) | null = beginWork(dataDir, work);
  let resting = 0;
  const rest = () => {
    resting += 1;
    end?.();
    end = null;
    return () => {
      resting -= 1;
      if (resting === 0) end = beginWork(dataDir, work);
    };
  };
  try {
    return await origins.run({ ...outer, work, rest }, run);
  } finally {
    // A rest that is resumed after the end must not begin the work again.
    resting = Number.POSITIVE_INFINITY;
    end?.();
    resumeOuter?.();
  }
}
