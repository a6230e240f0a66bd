import { z } from "zod";
import { ownClock } from "#platform/auth/own-clock.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { Id } from "#platform/capability/wire.ts";
import type { NoticeLines } from "#platform/notify/notice-lines.ts";
import { describeOwed } from "./describe-owed.ts";
import { partiesOfEvent } from "./list-attendees.ts";
import { listOpenWith } from "./public/open-with-parties.ts";

const MAX_NAMED = 3;
/** As reminders of events have it (calendar/events/schedule-reminders.ts); those of earlier versions have no occurrence. */
const Reminder = z.object({ eventId: Id, occurrenceId: Id.optional() });

/** What is open between the person and those whom they are about to meet, the most overdue first. */
async function lineOfMeeting(
  context: SignedIn,
  contextData: Readonly<Record<string, unknown>>,
): Promise<string | null> {
  const reminder = Reminder.safeParse(contextData);
  if (!reminder.success) return null;
  const { eventId, occurrenceId = eventId } = reminder.data;
  const between = await listOpenWith(context, await partiesOfEvent(context, occurrenceId));
  const open = between.filter(({ party, partyName }) => partyName !== "" || isAddress(party));
  if (open.length === 0) return null;
  const clock = await ownClock(context);
  return open
    .slice(0, MAX_NAMED)
    .map((owed) => describeOwed(owed, context.now, clock))
    .join(" ");
}

/** The id of an account says nothing to the person. */
const isAddress = (party: string | null): boolean => party?.includes("@") ?? false;

export const reminderLines: NoticeLines = { event: lineOfMeeting };
