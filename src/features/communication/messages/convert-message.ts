import { and, eq } from "drizzle-orm";
import { events } from "#features/calendar/calendar-events.ts";
import { emails } from "#features/email/emails.ts";
import { tasks } from "#features/tasks/tasks.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { writeAs } from "#platform/capability/write-as.ts";
import { parseMoment } from "#platform/time/parse-moment.ts";
import type { Message, OUTCOME_KINDS } from "../model.ts";
import { messageOutcomes } from "../tables.ts";
import { findMessage } from "./read-messages.ts";

type Kind = (typeof OUTCOME_KINDS)[number];
type ConversionResult = { message: Message; kind: Kind; recordId: string; title: string };

const HOUR = 3_600_000;

/**
 * Creates a task, event or draft of the actor's own through the capability of its area: the first line is the title, a
 * time in the text is its time, and the description links back to the message.
 */
export async function convertMessage(
  context: SignedIn,
  { id, kind, timeZone }: { id: string; kind: Kind; timeZone: string },
): Promise<ConversionResult> {
  const message = await findMessage(context, id);
  const title = titleOf(message.content);
  const description = describe(context, message);
  const moment = parseMoment(message.content, { now: context.now, timeZone });
  const make = (own: SignedIn): Record<Kind, () => Promise<{ id: string }>> => ({
    task: () => tasks.create(own, { title, description, dueDate: moment?.at.toISOString() ?? null }),
    event: () => events.create(own, { title, description, timeZone, ...spanOf(moment, context.now) }),
    email: () => emails.create(own, { subject: title, body: description }),
  });
  const { id: recordId } = await writeAs(context, "message", (own) => make(own)[kind]());
  await context.db
    .insert(messageOutcomes)
    .values({ messageId: id, userId: context.actor.userId, kind, recordId });
  context.undoWith({ capability: "messages.undoConvert", input: { id, recordId } });
  context.announce({ resource: "messages", ids: [id] });
  return { message: await findMessage(context, id), kind, recordId, title };
}

/** Moves the created record to the trash of its area. */
export async function undoConversion(
  context: SignedIn,
  { id, recordId }: { id: string; recordId: string },
): Promise<Message> {
  await findMessage(context, id);
  const [deleted] = await context.db
    .delete(messageOutcomes)
    .where(
      and(
        eq(messageOutcomes.messageId, id),
        eq(messageOutcomes.recordId, recordId),
        eq(messageOutcomes.userId, context.actor.userId),
      ),
    )
    .returning({ kind: messageOutcomes.kind });
  if (deleted) await AREAS[deleted.kind].delete(context, { id: recordId });
  context.announce({ resource: "messages", ids: [id] });
  return findMessage(context, id);
}

const AREAS = { task: tasks, event: events, email: emails };

/** The first line, cut to 120 characters. */
function titleOf(content: string): string {
  const [line = ""] = content.trim().split("\n");
  return line.length > 120 ? `${line.slice(0, 119).trimEnd()}…` : line;
}

const describe = ({ config }: SignedIn, { id, conversationId, senderName, content }: Message) =>
  `${senderName}: ${content.slice(0, 1500)}\n\n${config.publicUrl}/communication?conversation=${conversationId}&message=${id}`;

/** One hour from the time in the text, all day if it is only a date; without one, from the next full hour. */
function spanOf(moment: ReturnType<typeof parseMoment>, now: Date) {
  const start = moment?.at.getTime() ?? (Math.floor(now.getTime() / HOUR) + 1) * HOUR;
  return {
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + HOUR).toISOString(),
    isAllDay: moment !== null && !moment.hasTime,
  };
}
