/** How a list says that one leaves it; see `UNSUBSCRIBE_OUTCOMES` for what comes of it. */
export type UnsubscribeWay =
  | { way: "click"; url: string }
  | { way: "mail"; address: string; subject: string; body: string }
  | { way: "link"; url: string }
  | { way: "none" };

/**
 * The best of the ways that List-Unsubscribe names (RFC 2369): one click where the sender promises that one is enough
 * (RFC 8058, https only), else a message to an address, else a page for its reader. It is text of strangers: what is
 * not exactly one of these is none.
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

/** RFC 6068, one recipient; other headers than subject and body are not taken. */
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
    // A header that is wrongly encoded offers no way.
    return null;
  }
}
