import type { z } from "zod";
import type { MailSection } from "#platform/notify/mail-sections.ts";
import { type BriefingLine, hrefOf, OPENING_PARTS, PART_LABELS } from "../model.ts";
import { splitByTitles } from "../split-by-titles.ts";

/**
 * The briefing for people who get it by mail: what is read first, and weather that was measured. The rest is behind
 * the link to the page.
 */
export function briefingMail(lines: readonly BriefingLine[]): z.input<typeof MailSection>[] {
  const opening = OPENING_PARTS.map((part) => ({
    title: PART_LABELS[part],
    isNumbered: part === "first",
    lines: lines.filter((line) => line.part === part && line.isFolded !== true).map(mailLine),
  }));
  const weather = lines.filter(
    ({ part, text, records }) =>
      part === "summary" && records[0]?.kind === "weather" && !text.includes("(simulated)"),
  );
  return [...opening, { title: WEATHER, isNumbered: false, lines: weather.map(mailLine) }].filter(
    ({ lines: ofPart }) => ofPart.length > 0,
  );
}

/** Briefings are in English, and so are the headings in their mails. */
const WEATHER = "Weather";

const mailLine = ({ time, text, note, records, until }: BriefingLine) => {
  const titles = splitByTitles(text, records).flatMap(({ text: words, record }) =>
    record ? [{ text: words, href: hrefOf(record) }] : [],
  );
  const [only] = records;
  return {
    ...{ text, links: titles.length === 0 && only ? [{ text, href: hrefOf(only) }] : titles },
    ...(time && { label: time }),
    ...(note && { note }),
    ...(until && { until }),
  };
};
