/** How to unsubscribe from a list; results are in `UNSUBSCRIBE_OUTCOMES`. */
export type UnsubscribeWay =
  | { way: "click"; url: string }
  | { way: "mail"; address: string; subject: string; body: string }
  | { way: "link"; url: string }
  | { way: "none" };

/**
 * The best way in a List-Unsubscribe header (RFC 2369): one click where the sender supports it (RFC 8058, https only),
 * else a message to an address, else a page for the reader. The header is untrusted: anything that is not exactly one
 * of these is ignored.
 */
export function parseListUnsubscribe(header: string | null, isOneClick: boolean): UnsubscribeWay {
  const named = [...(header ?? "").matchAll(/<\s*([^<>\s]{1,1500})\s*>/g)].map(([, url = ""]) => url);
  const page = named.find((url) => /^https:\/\/[^/]/i.test(url) && URL.canParse(url));
  if (page && isOneClick) return { way: "click", url: page };
  const mail = named.map(parseMailto).find((each) => each !== null);
  if (mail) return mail;
  const link = page ?? named.find((url) => /^http:\/\/[^/]/i.test(url) && URL.canParse(url));
  return link ? { way: "link", url: link } : { way: "none" };
}

/** RFC 6068 with one recipient; headers other than subject and body are ignored. */
function parseMailto(url: string): Extract<UnsubscribeWay, { way: "mail" }> | null {
  const parsed = /^mailto:/i.test(url) ? URL.parse(url) : null;
  if (!parsed) return null;
  const address = decoded(parsed.pathname);
  if (!address || !/^[^\s@,;<>()"]{1,64}@[A-Za-z0-9.-]{1,253}$/.test(address)) return null;
  const words = new URLSearchParams(parsed.search.replaceAll("+", "%2B"));
  const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
  return {
    way: "mail",
    address,
    subject: oneLine(words.get("subject") ?? "").slice(0, 500) || "unsubscribe",
    body: (words.get("body") ?? "").slice(0, 2000).trim() || "Please take this address off your list.",
  };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    // A header with invalid encoding offers no way to unsubscribe.
    return null;
  }
}
