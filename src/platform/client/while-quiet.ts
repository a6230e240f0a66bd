/** Milliseconds without a key or a click after which nobody is in the middle of something. */
const QUIET_MS = 1_500;
/** A machine with much to do may have no idle moment for long; the quiet time holds all the same. */
const LONGEST_WAIT_MS = 2_000;
const ACTS = ["pointerdown", "keydown"] as const;

/**
 * Runs one step after another: after the person's first act, and each only when they have done nothing for a while. The
 * returned function ends it.
 */
export function whileQuiet(steps: readonly (() => Promise<unknown>)[]): () => void {
  const left = [...steps];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastAct = 0;
  let isRunning = false;
  const wait = () => {
    clearTimeout(timer);
    if (left.length > 0)
      timer = setTimeout(() => whenIdle(run), Math.max(0, lastAct + QUIET_MS - performance.now()));
  };
  const run = async () => {
    if (performance.now() < lastAct + QUIET_MS) return wait();
    const step = isRunning ? undefined : left.shift();
    if (!step) return;
    isRunning = true;
    // What could not be fetched now is fetched when it is wanted.
    await step().catch(() => undefined);
    isRunning = false;
    wait();
  };
  const onAct = () => {
    lastAct = performance.now();
    if (!isRunning) wait();
  };
  for (const act of ACTS) window.addEventListener(act, onAct, { capture: true, passive: true });
  return () => {
    left.length = 0;
    clearTimeout(timer);
    for (const act of ACTS) window.removeEventListener(act, onAct, { capture: true });
  };
}

function whenIdle(run: () => Promise<void>): void {
  if ("requestIdleCallback" in window)
    window.requestIdleCallback(() => void run(), { timeout: LONGEST_WAIT_MS });
  else void run();
}
