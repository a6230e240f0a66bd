import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { readIfChanged, type Validators } from "#platform/outbound/read-if-changed.ts";
import type { WebAnswer } from "#platform/outbound/web-request.ts";
import { WorkError, work } from "#platform/workers/work.ts";
import type { ReadFeed, readFeed } from "./read-feed.ts";

const reading = work<typeof readFeed>("daily-ops.readFeed", { seconds: 10, megabytes: 128 });

const MAX_BYTES = 3_000_000;
const ACCEPT =
  "application/feed+json, application/rss+xml, application/atom+xml, application/xml;q=0.9, */*;q=0.5";

export type FetchedFeed = { url: string; validators: Validators; feed: ReadFeed };

/** Null where it did not change. Throws an AppError that says why it cannot be read. */
export async function fetchFeed(
  { outbound, workers, actor }: Pick<SignedIn, "outbound" | "workers" | "actor">,
  address: string,
  known: Validators,
): Promise<FetchedFeed | null> {
  const request = { url: address, headers: { accept: ACCEPT }, maxBytes: MAX_BYTES };
  const { answer, url, validators } = await readIfChanged(outbound, request, known);
  if (answer.status === 304) return null;
  if (answer.status !== 200)
    throw new AppError("invalid", t`The server responded with status ${answer.status}`);
  try {
    const feed = await workers.run(reading, actor.userId, { text: textOf(answer), url });
    return { url, validators, feed };
  } catch (error) {
    if (!(error instanceof WorkError)) throw error;
    if (error.reason === "busy" || error.reason === "closed")
      throw new AppError("upstream", t`Too many feeds are being read. Please try again.`);
    const advertised = feedOfPage(answer, url);
    if (advertised) throw new OtherAddress(advertised);
    throw new AppError("invalid", t`This address is not a feed (RSS, Atom or JSON Feed)`);
  }
}

/** The URL is a web page that links to its feed. */
export class OtherAddress extends AppError {
  readonly address: string;

  constructor(address: string) {
    super("invalid", t`This address is a page; its feed is at ${address}`);
    this.address = address;
  }
}

/** Decodes in the character set of the server or the document (RFC 7303 §3); unknown ones as UTF-8. */
function textOf({ bytes, headers }: WebAnswer): string {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const named =
    /charset\s*=\s*"?([\w-]+)/i.exec(headers["content-type"] ?? "")?.[1] ??
    /<\?xml[^>]*\bencoding\s*=\s*["']([\w-]+)["']/i.exec(start)?.[1];
  return decoderOf(named ?? "utf-8").decode(bytes);
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

const HEAD = 100_000;

/** https://www.rssboard.org/rss-autodiscovery */
function feedOfPage({ body }: WebAnswer, url: string): string | null {
  for (const [tag] of body.slice(0, HEAD).matchAll(/<link\b[^<>]{0,2000}>/gi)) {
    if (!/\brel\s*=\s*["']?alternate/i.test(tag)) continue;
    if (!/\btype\s*=\s*["']?application\/(rss\+xml|atom\+xml|feed\+json)/i.test(tag)) continue;
    const href = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag);
    const address = URL.parse((href?.[1] ?? href?.[2] ?? href?.[3] ?? "").replaceAll("&amp;", "&"), url);
    if (address && /^https?:$/.test(address.protocol) && address.href !== url) return address.href;
  }
  return null;
}
