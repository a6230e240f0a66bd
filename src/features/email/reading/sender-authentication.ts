/** The sender check by the reader's own mail server (RFC 8601); null where it made none. */
export const SENDER_CHECKS = ["passed", "failed"] as const;
export type SenderCheck = (typeof SENDER_CHECKS)[number];

type Header = { key: string; value: string };

/** The topmost Authentication-Results of a message. Anybody can forge one: who wrote it is checked later. */
export type SenderClaim = {
  /** The authserv-id in lower case; empty without such a header. */
  server: string;
  /** Received lines above it: servers add lines at the top, so a forged line is lower. */
  depth: number;
  check: SenderCheck | null;
};

/**
 * `from` is a bare address. Passed means that its own domain vouched, by DMARC, or by DKIM or SPF in its name. It counts
 * only where the account's own server wrote the line (RFC 8601 §5; functions/sender-trust.sql).
 */
export function readSenderClaim(headers: readonly Header[], from: string): SenderClaim {
  const at = headers.findIndex(({ key }) => key === "authentication-results");
  const found = headers[at]?.value ?? "";
  const depth = headers.slice(0, Math.max(at, 0)).filter(({ key }) => key === "received").length;
  return { server: authServerOf(found), depth, check: checkIn(found, from) };
}

/** The authserv-id of an Authentication-Results value, without comments, version and case (RFC 8601 §2.2). */
export const authServerOf = (value: string): string =>
  (
    /^\s*"?([\w.:-]{1,253})"?(?:\s+\d+)?\s*(?:;|$)/.exec(withoutComments(value.slice(0, 4000)))?.[1] ?? ""
  ).toLowerCase();

function checkIn(found: string, from: string): SenderCheck | null {
  const domain = from.split("@").at(-1)?.toLowerCase() ?? "";
  if (domain === "") return null;
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

type Result = { method: string; result: string; properties: [name: string, domain: string][] };

function resultsIn(value: string): Result[] {
  return withoutComments(value)
    .slice(0, 4000)
    .split(";")
    .slice(1)
    .map((part): Result => {
      const [, method = "", result = "", rest = ""] =
        /^\s*([a-z-]+)(?:\/\d+)?\s*=\s*([a-z]+)([^a-z].*)?$/is.exec(part) ?? [];
      const properties = [
        ...rest.matchAll(/\b(header\.(?:d|i|from)|smtp\.(?:mailfrom|helo))\s*=\s*"?([^\s";]+)/gi),
      ]
        .filter(([, name = ""]) => name.toLowerCase() !== "smtp.helo")
        .map(([, name = "", at = ""]): [string, string] => [name, at.split("@").at(-1)?.toLowerCase() ?? ""]);
      return { method: method.toLowerCase(), result: result.toLowerCase(), properties };
    });
}

/** Comments can be nested (RFC 5322 §3.2.2). */
function withoutComments(value: string): string {
  let depth = 0;
  let remaining = "";
  for (const character of value) {
    if (character === "(") depth += 1;
    else if (character === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0) remaining += character;
  }
  return remaining;
}

/** The same domain, or one above or below it (relaxed alignment, RFC 7489 §3.1). */
const isAligned = (found: string, domain: string) =>
  found.includes(".") && (found === domain || found.endsWith(`.${domain}`) || domain.endsWith(`.${found}`));
