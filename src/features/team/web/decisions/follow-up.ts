import { events } from "#features/calendar/web/api.ts";
import { conversations, messages } from "#features/communication/web/api.ts";
import { emails } from "#features/email/web/api.ts";
import { tasks } from "#features/tasks/web/api.ts";
import { t } from "#i18n/message.ts";
import { readerDayAt, readerInstant, readerWallClock, readerWeekday } from "#platform/time/reader-clock.ts";
import { formatMediumDate, formatMediumMoment } from "#ui/dates.ts";
import { toast } from "#ui/overlays/toast.ts";
import { type DecisionOnWire, OUTCOME_LABELS } from "../../model.ts";
import { members } from "../api.ts";
import { reportFailure } from "../team-mutations.ts";

const HALF_AN_HOUR = 30 * 60_000;

const isWeekend = (at: Date) => [0, 6].includes(readerWeekday(at));

/** The outcome and a link to the decision. */
function wordingOf({ id, title, outcome, description, workspaceName }: DecisionOnWire): string {
  const label = outcome ? OUTCOME_LABELS[outcome] : t`Decided`;
  const ended = t`${label} in ${workspaceName}: ${title}`;
  const link = new URL(`/team?tab=decisions&decision=${id}`, window.location.origin).href;
  return [ended, description, link].filter(Boolean).join("\n\n").slice(0, 4_000);
}

export async function makeTask(decision: DecisionOnWire): Promise<void> {
  try {
    const { id } = await tasks.create.call({
      title: decision.title.slice(0, 200),
      description: wordingOf(decision),
      isQuoted: true,
    });
    toast.undo(t`Task created from the decision`, () => void tasks.delete.call({ id }));
  } catch (error) {
    reportFailure(t`Failed to create task`, error);
  }
}

/** At nine on the next working day. */
export async function makeEvent(decision: DecisionOnWire): Promise<void> {
  const now = new Date();
  let days = 1;
  while (isWeekend(readerDayAt(now, days, 9))) days += 1;
  const start = readerDayAt(now, days, 9);
  try {
    const { id } = await events.create.call({
      title: t`Follow up: ${decision.title}`.slice(0, 500),
      description: wordingOf(decision),
      startTime: start.toISOString(),
      endTime: new Date(start.getTime() + HALF_AN_HOUR).toISOString(),
    });
    toast.undo(t`Event created, ${formatMediumMoment(start)}`, () => void events.delete.call({ id }));
  } catch (error) {
    reportFailure(t`Failed to create event`, error);
  }
}

/** Creates a draft to everybody in the workspace, to be checked before it is sent. */
export async function draftMail(decision: DecisionOnWire): Promise<void> {
  const { title, outcome, workspaceId } = decision;
  try {
    const { items } = await members.list.call({ workspaceId, limit: 200 });
    const recipients = items.filter(({ isMe }) => !isMe).map(({ email }) => email);
    const { id } = await emails.create.call({
      subject: `${outcome ? OUTCOME_LABELS[outcome] : t`Decided`}: ${title}`.slice(0, 500),
      body: wordingOf(decision),
      recipients,
    });
    toast.undo(t`Draft of an email created`, () => void emails.delete.call({ id }));
  } catch (error) {
    reportFailure(t`Failed to save draft`, error);
  }
}

/** Creates a review event in so many months, at 9:00. */
export async function setReview(decision: DecisionOnWire, months: number): Promise<void> {
  const { year, month, day } = readerWallClock(new Date());
  // The last day of a shorter month, not the first ones of the next.
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const start = readerInstant({
    ...{ year, month: month + months, day: Math.min(day, lastDay) },
    ...{ hour: 9, minute: 0 },
  });
  try {
    const { id } = await events.create.call({
      title: t`Review: ${decision.title}`.slice(0, 500),
      description: wordingOf(decision),
      startTime: start.toISOString(),
      endTime: new Date(start.getTime() + HALF_AN_HOUR).toISOString(),
    });
    toast.undo(t`Review on ${formatMediumDate(start)}`, () => void events.delete.call({ id }));
  } catch (error) {
    reportFailure(t`Failed to create event`, error);
  }
}

/** Sends to the group named after the workspace; creates the group if there is none. */
export async function messageWorkspace(decision: DecisionOnWire): Promise<void> {
  const { workspaceId, workspaceName } = decision;
  try {
    const { items } = await conversations.list.call({ text: workspaceName.slice(0, 200) });
    const known = items.find(({ type, title }) => type === "group" && title === workspaceName);
    const conversation = known ?? (await newGroup(workspaceId, workspaceName));
    await messages.send.call({ conversationId: conversation.id, content: wordingOf(decision) });
    toast.success(t`Message sent`, t`To the group '${workspaceName}'`);
  } catch (error) {
    reportFailure(t`Failed to send message`, error);
  }
}

async function newGroup(workspaceId: string, title: string) {
  const { items } = await members.list.call({ workspaceId, limit: 50 });
  const participants = items.filter(({ isMe }) => !isMe).map(({ userId }) => userId);
  return conversations.create.call({ type: "group", title, userIds: participants });
}
