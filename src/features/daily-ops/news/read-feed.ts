import { parseFeed } from "feedsmith";
import { stripMarkup } from "./strip-markup.ts";

/** A story as a feed tells it, all of it plain text. */
export type Story = {
  url: string;
  title: string;
  summary: string;
  content: string;
  /** Milliseconds since 1970; null if the feed gives no valid date. */
  publishedAt: number | null;
  category: string;
  tags: string[];
};
export type ReadFeed = { title: string; stories: Story[] };

const MAX_STORIES = 100;
const MAX_LENGTH = { title: 300, summary: 500, content: 5000, tag: 60, url: 2000 };
const MAX_TAGS = 8;

/**
 * Parses RSS, Atom, RDF and JSON Feed into one form. Runs in a worker, because feeds are untrusted; throws if the text
 * is none of the four.
 */
export function readFeed({ text, url }: { text: string; url: string }): ReadFeed {
  const { format, feed } = parseFeed(text, { maxItems: MAX_STORIES });
  const fields = feed as Fields;
  const entries = listOf(format === "atom" ? fields.entries : fields.items).slice(0, MAX_STORIES);
  const title = plain(fields.title, MAX_LENGTH.title);
  return {
    title: title || new URL(url).hostname,
    stories: entries.flatMap((entry) => storyOf(entry, { base: url, feedTitle: title })),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function storyOf(entry: Fields, { base, feedTitle }: { base: string; feedTitle: string }): Story[] {
  const url = addressOf(entry, base);
  const title = plain(entry.title, MAX_LENGTH.title);
  if (!url || !title) return [];
  const { content: contentModule, dc } = entry as { content?: Fields; dc?: Fields };
  const full = [
    contentModule?.encoded,
    entry.content,
    entry.content_text,
    entry.content_html,
    entry.description,
    entry.summary,
  ];
  const content = firstPlain(full, MAX_LENGTH.content);
  const summary = firstPlain([entry.summary, entry.description], MAX_LENGTH.summary) || content;
  const tags = [...listOf(entry.categories).map((each) => each.name ?? each.term), ...arrayOf(entry.tags)]
    .map((tag) => plain(tag, MAX_LENGTH.tag))
    .filter((tag) => tag !== "");
  const dates = [entry.pubDate, entry.published, entry.date_published, entry.updated, entry.date_modified];
  return [
    {
      url,
      title,
      summary: shortened(summary, MAX_LENGTH.summary),
      content,
      publishedAt:
        [...dates, ...arrayOf(dc?.dates), dc?.date].map(timeOf).find((time) => time !== null) ?? null,
      category: tags[0] ?? (feedTitle.slice(0, MAX_LENGTH.tag) || "News"),
      tags: [...new Set(tags)].slice(0, MAX_TAGS),
    },
  ];
}

/** Only http and https URLs: links of a feed are clickable. */
function addressOf(entry: Fields, base: string): string | null {
  const links = listOf(entry.links);
  const link = links.find(({ rel }) => rel === undefined || rel === "alternate") ?? links[0];
  const guid = entry.guid as Fields | undefined;
  const given = [
    entry.url,
    entry.link,
    entry.external_url,
    link?.href,
    guid?.isPermaLink === false ? null : guid?.value,
  ];
  for (const address of given) {
    const url = typeof address === "string" ? URL.parse(address.trim(), base) : null;
    if (url && /^https?:$/.test(url.protocol) && url.href.length <= MAX_LENGTH.url) return url.href;
  }
  return null;
}

const firstPlain = (values: readonly unknown[], longest: number): string =>
  values.map((value) => plain(value, longest)).find((text) => text !== "") ?? "";

/** Texts are strings or `{ value }`, and hold HTML. */
function plain(given: unknown, longest: number): string {
  const text = typeof given === "object" && given !== null ? (given as Fields).value : given;
  return typeof text === "string" ? shortened(stripMarkup(text), longest) : "";
}

function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), longest / 2)).trimEnd()}…`;
}

const EARLIEST = Date.UTC(1990, 0, 1);

function timeOf(given: unknown): number | null {
  const time = typeof given === "string" ? Date.parse(given) : Number.NaN;
  return Number.isNaN(time) || time < EARLIEST ? null : time;
}

const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const listOf = (value: unknown): readonly Fields[] =>
  arrayOf(value).filter((each): each is Fields => typeof each === "object" && each !== null);
