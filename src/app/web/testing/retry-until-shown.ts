/** Milliseconds until what does not show is a failure; the pause between two tries grows, for looking costs time as well. */
const LIMIT_MS = 15_000;
const PAUSES_MS = [0, 5, 10, 20, 40];

/** Tries again until it does not throw; in the end the last error is the test's. */
export async function retryUntilShown<T>(attempt: () => T): Promise<T> {
  const end = Date.now() + LIMIT_MS;
  for (let round = 0; ; round += 1) {
    try {
      return attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[round] ?? 60));
  }
}
