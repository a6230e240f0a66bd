import { AsyncLocalStorage } from "node:async_hooks";
import { isSetAside, type Work } from "./crash-records.ts";
import { beginWork } from "./work-in-progress.ts";

/** What an error belongs to that nobody caught. */
type Origin = {
  work?: Work;
  /** Says that the work rests, or is that of a smaller piece, until what it answers is called. */
  rest?(): () => void;
  /** Fails the request with it, which answers 500. */
  failRequest?(error: unknown): void;
};

const origins = new AsyncLocalStorage<Origin>();

/** Of the code that runs, also in the handlers of uncaught errors. */
export const currentOrigin = (): Origin => origins.getStore() ?? {};

/** Runs a request; an error that nobody catches in what it started rejects it. */
export function attributeRequest<T>(handle: () => Promise<T>): Promise<T> {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  return origins.run({ failRequest: reject }, () => Promise.race([handle(), failed]));
}

/** Work was asked for on which the program has crashed twice. */
export class SetAsideError extends Error {
  constructor({ name }: Work) {
    super(
      `${name} is suspended: the program crashed on it twice. An administrator can retry it on /admin/operations`,
    );
    this.name = "SetAsideError";
  }
}

/** Runs a piece of work under its name, so that a crash is put down to it; throws where it is set aside. */
export async function attributeWork<T>(dataDir: string, work: Work, run: () => Promise<T>): Promise<T> {
  if (isSetAside(dataDir, work)) throw new SetAsideError(work);
  return runAs(dataDir, work, run);
}

/** As `attributeWork` in a round over many rows: what is set aside is left out. */
export async function attributeRow(dataDir: string, work: Work, run: () => Promise<void>): Promise<void> {
  if (!isSetAside(dataDir, work)) await runAs(dataDir, work, run);
}

/** Only waits: where the runtime ends meanwhile, it was not this work. */
export async function whileWaiting<T>(run: () => Promise<T>): Promise<T> {
  const goOn = currentOrigin().rest?.();
  return run().finally(() => goOn?.());
}

/** While a smaller piece of a piece of work is done, only that one counts as in progress. */
async function runAs<T>(dataDir: string, work: Work, run: () => Promise<T>): Promise<T> {
  const outer = currentOrigin();
  const goOnOutside = outer.rest?.();
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
    // What goes on resting after its end must not begin it again.
    resting = Number.POSITIVE_INFINITY;
    end?.();
    goOnOutside?.();
  }
}
