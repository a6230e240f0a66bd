/** What the reader's own mail server found about who a message says it is from (RFC 8601); null where it does not say. */
export const SENDER_CHECKS = ["passed", "failed"] as const;
export type SenderCheck = (typeof SENDER_CHECKS)[number];

type Header = { key: string; value: string };

/**
 * By the topmost Authentication-Results, and only where the server that took the message in wrote it: who sends a message
 * may write such a line as well. `from` is a bare address. Passed means that its own domain vouched, by DMARC, or by DKIM
 * or SPF in its name.
 */
export function checkSender(headers: readonly Header[], from: string): SenderCheck | null {
  const domain = from.split("@").at(-1)?.toLowerCase() ?? "";
  const at = headers.findIndex(({ key }) => key === "authentication-results");
  const found = headers[at]?.value;
  if (found === undefined || domain === "" || !isOwn(found, headers.slice(0, at))) return null;
  const results = resultsIn(found);
  const of = (method: string) => results.filter((result) => result.method === method);
  const isNamed = ({ properties }: Result) => properties.some(([, value]) => isAligned(value, domain));
  const dmarc = of("dmarc").find(isNamed);
  if (dmarc?.result === "pass") return "passed";
  if (dmarc?.result === "fail") return "failed";
  const vouched = [...of("dkim"), ...of("spf")].filter(({ result }) => result === "pass");
  if (vouched.some(isNamed)) return "passed";
  const isRefused = of("spf").some(({ result }) => result === "fail");
  return isRefused || of("dkim").some(({ result }) => result === "fail") ? "failed" : null;
}

/** Above all that servers noted on the way, or by the server whose note stands right above it. */
function isOwn(found: string, above: readonly Header[]): boolean {
  const hop = above.findLast(({ key }) => key === "received");
  if (!hop) return true;
  const [, by = ""] = /\bby\s+([\w.-]+)/i.exec(hop.value) ?? [];
  const [name = ""] = found.trim().split(/[\s;]/);
  const house = (host: string) => host.toLowerCase().split(".").slice(-2).join(".");
  return name.includes(".") ? house(name) === house(by) : name !== "" && name === by;
}

type Result = { method: string; result: string; properties: [name: string, domain: string][] };

function resultsIn(value: string): Result[] {
  return withoutComments(value)
    .slice(0, 4000)
    .split(";")
    .slice(1)
    .flatMap((part): Result[] => {
      const [, method = "", result = "", rest = ""] =
        /^\s*([a-z-]+)(?:\/\d+)?\s*=\s*([a-z]+)(.*)$/is.exec(part) ?? [];
      if (method === "") return [];
      const properties = [
        ...rest.matchAll(/\b(header\.(?:d|i|from)|smtp\.(?:mailfrom|helo))\s*=\s*"?([^\s";]+)/gi),
      ]
        .filter(([, name = ""]) => name.toLowerCase() !== "smtp.helo")
        .map(([, name = "", at = ""]): [string, string] => [name, at.split("@").at(-1)?.toLowerCase() ?? ""]);
      return [{ method: method.toLowerCase(), result: result.toLowerCase(), properties }];
    });
}

/** Comments may lie in each other (RFC 5322 §3.2.2). */
function withoutComments(value: string): string {
  let depth = 0;
  let kept = "";
  for (const letter of value) {
    if (letter === "(") depth += 1;
    else if (letter === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += letter;
  }
  return kept;
}

/** The same domain, or one above or below it (relaxed alignment, RFC 7489 §3.1). */
const isAligned = (found: string, domain: string) =>
  found.includes(".") && (found === domain || found.endsWith(`.${domain}`) || domain.endsWith(`.${found}`));
