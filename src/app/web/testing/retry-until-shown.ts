/** Milliseconds until a missing element is a failure; the pause between retries grows, because checking costs time. */
const LIMIT_MS = 15_000;
const PAUSES_MS = [0, 5, 10, 20, 40];

/** Tries again until it does not throw; in the end the last error is the test's, with what the page showed then. */
export async function retryUntilShown<T>(attempt: () => T): Promise<T> {
  const end = Date.now() + LIMIT_MS;
  for (let round = 0; ; round += 1) {
    try {
      return attempt();
    } catch (error) {
      if (Date.now() > end) throw withPage(error);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[round] ?? 60));
  }
}

/** Adds the address, the headings, what the page announces, and which buttons cannot be used. */
function withPage(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const texts = (selector: string) =>
    [...document.querySelectorAll(selector)]
      .map((element) => element.textContent?.replaceAll(/\s+/g, " ").trim())
      .filter(Boolean)
      .join(" | ");
  error.message += [
    "",
    `at ${window.location.pathname}${window.location.search}`,
    `headings: ${texts("h1, h2")}`,
    `announced: ${texts("[role=alert], [role=status]")}`,
    `disabled: ${texts("button:disabled")}`,
  ].join("\n  ");
  return error;
}
