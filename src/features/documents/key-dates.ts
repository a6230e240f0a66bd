import { and, asc, eq, ne } from "drizzle-orm";
import { events } from "#features/calendar/calendar-events.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { writeAs } from "#platform/capability/write-as.ts";
import { instantOf } from "#platform/time/wall-clock.ts";
import { KeyDate } from "./model.ts";
import type { FoundDate } from "./parsing/describe-text.ts";
import { findOwnDocument } from "./read-documents.ts";
import { documentDates } from "./tables.ts";

const fields = {
  id: documentDates.id,
  day: documentDates.day,
  time: documentDates.time,
  kind: documentDates.kind,
  sentence: documentDates.sentence,
  state: documentDates.state,
  taskId: documentDates.taskId,
  eventId: documentDates.eventId,
};

/** The key dates of one of the actor's documents, without dismissed ones. */
export async function keyDatesOf(context: SignedIn, documentId: string) {
  await findOwnDocument(context, documentId);
  const rows = await context.db
    .select(fields)
    .from(documentDates)
    .where(
      and(
        eq(documentDates.userId, context.actor.userId),
        eq(documentDates.documentId, documentId),
        ne(documentDates.state, "dismissed"),
      ),
    )
    .orderBy(asc(documentDates.day), asc(documentDates.time), asc(documentDates.id));
  return { dates: rows.map((row) => KeyDate.parse(row)) };
}

/** Replaces the open dates by the newly found ones; accepted and dismissed ones stay. */
export async function saveKeyDates(
  { db, actor }: SignedIn,
  documentId: string,
  found: readonly FoundDate[],
): Promise<void> {
  await db
    .delete(documentDates)
    .where(
      and(
        eq(documentDates.userId, actor.userId),
        eq(documentDates.documentId, documentId),
        eq(documentDates.state, "open"),
      ),
    );
  const decided = await db
    .select(fields)
    .from(documentDates)
    .where(and(eq(documentDates.userId, actor.userId), eq(documentDates.documentId, documentId)));
  const isNew = ({ day, sentence }: FoundDate) =>
    !decided.some((each) => each.day === day && each.sentence === sentence);
  const rows = found.filter(isNew).map((each) => ({ ...each, documentId, userId: actor.userId }));
  if (rows.length > 0) await db.insert(documentDates).values(rows);
}

type AcceptedDate = { id: string; dateId: string; as: "task" | "event"; timeZone: string };

/** Creates a task or an event from the date and its sentence, through the capability of that slice. */
export async function acceptKeyDate(context: SignedIn, { id, dateId, as, timeZone }: AcceptedDate) {
  const document = await findOwnDocument(context, id);
  const date = await findKeyDate(context, id, dateId);
  if (date.state === "accepted") throw new AppError("conflict", t`This date was already accepted`);
  const title = titleOf(date.sentence);
  const description = `From '${document.title}': ${date.sentence}`.slice(0, 2000);
  const at = momentOf(date, timeZone);
  const words = { title, description };
  const made = await writeAs(context, "document", async (own) =>
    as === "task"
      ? { taskId: (await tasks.create(own, { ...words, dueDate: at.toISOString() })).id }
      : { eventId: (await events.create(own, { ...words, ...spanOf(date, at), timeZone })).id },
  );
  return change(context, id, dateId, { state: "accepted", ...made });
}

export const dismissKeyDate = (context: SignedIn, id: string, dateId: string) =>
  change(context, id, dateId, { state: "dismissed" });

/** Sets the date back to open; the task or event that was created from it moves to the trash. */
export async function reopenKeyDate(context: SignedIn, id: string, dateId: string) {
  const { taskId, eventId } = await findKeyDate(context, id, dateId);
  const ignoreNotFound = (error: unknown) => {
    if (!(error instanceof AppError && error.code === "not_found")) throw error;
  };
  if (taskId) await tasks.delete(context, { id: taskId }).catch(ignoreNotFound);
  if (eventId) await events.delete(context, { id: eventId }).catch(ignoreNotFound);
  return change(context, id, dateId, { state: "open", taskId: null, eventId: null });
}

async function findKeyDate(context: SignedIn, documentId: string, dateId: string): Promise<KeyDate> {
  await findOwnDocument(context, documentId);
  const [row] = await context.db
    .select(fields)
    .from(documentDates)
    .where(
      and(
        eq(documentDates.userId, context.actor.userId),
        eq(documentDates.id, dateId),
        eq(documentDates.documentId, documentId),
      ),
    )
    .for("update");
  if (!row) throw notFound(t`Date`);
  return KeyDate.parse(row);
}

type Change = Partial<Pick<KeyDate, "state" | "taskId" | "eventId">>;

async function change(
  context: SignedIn,
  documentId: string,
  dateId: string,
  values: Change,
): Promise<KeyDate> {
  await findKeyDate(context, documentId, dateId);
  const [row] = await context.db
    .update(documentDates)
    .set(values)
    .where(and(eq(documentDates.userId, context.actor.userId), eq(documentDates.id, dateId)))
    .returning(fields);
  return KeyDate.parse(row);
}

const MAX_TITLE_LENGTH = 120;

function titleOf(sentence: string): string {
  const words = sentence.replace(/(?<![.!?])[.!?]+$/, "");
  return words.length <= MAX_TITLE_LENGTH
    ? words
    : `${words.slice(0, MAX_TITLE_LENGTH).replace(/(?<!\s)\s+\S*$/, "")} …`;
}

/** Where no time is named, the first instant of the day. */
function momentOf({ day, time }: KeyDate, timeZone: string): Date {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const [hour = 0, minute = 0] = (time ?? "00:00").split(":").map(Number);
  return instantOf({ year, month, day: date, hour, minute }, timeZone);
}

const HOUR = 3_600_000;

const spanOf = ({ time }: KeyDate, at: Date) => ({
  startTime: at.toISOString(),
  endTime: new Date(at.getTime() + HOUR).toISOString(),
  isAllDay: time === null,
});
