import { jsonb } from "drizzle-orm/pg-core";
import { t } from "#i18n/message.ts";
import type { FileProblem } from "../icalendar/read-icalendar.ts";
import { MAX_UNREADABLE, type UnreadableEvent } from "../model.ts";

/** What the last syncs of a calendar could not read. */
export const unreadableColumn = () => jsonb().$type<UnreadableEvent[]>().notNull().default([]);

type Place = {
  hrefOf(problem: FileProblem): string;
  /** Whether the calendar has the event as it was read before. */
  isStored(problem: FileProblem): boolean;
};

/** Tasks are not synced, so they do not count. */
export const unreadableOf = (
  problems: readonly FileProblem[],
  { hrefOf, isStored }: Place,
): UnreadableEvent[] =>
  problems
    .filter(({ kind }) => kind === "VEVENT")
    .map((problem) => ({
      href: hrefOf(problem).slice(0, 500),
      line: problem.line,
      title: problem.title.slice(0, 120),
      reason: problem.reason.slice(0, 300),
      isShown: problem.isImported || isStored(problem),
    }));

/** One line for all notes of a feed: its person learns why they are missing, and events that are missing stay visible. */
export function notesNotShown({ length }: readonly unknown[]): UnreadableEvent[] {
  if (length === 0) return [];
  const title = length === 1 ? "1 note" : `${length} notes`;
  const reason = t`A feed shows events only. Import its file to have its notes in Documents.`;
  return [{ kind: "note", href: "", line: 0, title, reason, isShown: false }];
}

/** As many as are listed, those that are missing first. */
export const listed = (unreadable: readonly UnreadableEvent[]): UnreadableEvent[] =>
  [...unreadable.filter(({ isShown }) => !isShown), ...unreadable.filter(({ isShown }) => isShown)].slice(
    0,
    MAX_UNREADABLE,
  );
