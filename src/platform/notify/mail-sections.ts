import { z } from "zod";
import { Instant } from "#platform/capability/wire.ts";

const MailLine = z.object({
  /** Before it, such as a time. */
  label: z.string().optional(),
  text: z.string(),
  /** Why it is there, below it. */
  note: z.string().optional(),
  /** Parts of the text, in their order, and the paths inside the product that they open. */
  links: z.array(z.object({ text: z.string(), href: z.string() })).default([]),
  /** Left out of a mail that is written at this instant or later. */
  until: Instant.nullish(),
});

/**
 * What a mail about a notification holds instead of its message, stored in `contextData.mailSections`, or what the daily
 * mail with it began with, in `contextData.digestSections`.
 */
export const MailSection = z.object({
  title: z.string(),
  isNumbered: z.boolean().default(false),
  lines: z.array(MailLine),
});
export type MailSection = z.output<typeof MailSection>;
export type MailLine = z.output<typeof MailLine>;

/** Without what is past at `now`. Empty if the notification has none. */
export function mailSectionsOf(
  contextData: Record<string, unknown> | null,
  now: Date,
  which: "mailSections" | "digestSections" = "mailSections",
): MailSection[] {
  const stored = z.array(MailSection).safeParse(contextData?.[which]);
  if (!stored.success) return [];
  return stored.data
    .map((section) => ({ ...section, lines: section.lines.filter(({ until }) => !until || until > now) }))
    .filter(({ lines }) => lines.length > 0);
}

/** Of a path inside the product; null for anything else, which could lead elsewhere once joined. */
export const addressOf = (origin: string, href: string): string | null =>
  /^\/(?!\/)[^\\\p{Cc}]*$/u.test(href) ? `${origin}${href}` : null;

export type LinePiece = { text: string; href: string | null };

/** The text of a line, cut at the words that are links. */
export function piecesOf({ text, links }: Pick<MailLine, "text" | "links">): LinePiece[] {
  const pieces: LinePiece[] = [];
  let from = 0;
  for (const link of links) {
    const at = text.indexOf(link.text, from);
    if (at < 0 || link.text === "") continue;
    if (at > from) pieces.push({ text: text.slice(from, at), href: null });
    pieces.push(link);
    from = at + link.text.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), href: null });
  return pieces;
}
