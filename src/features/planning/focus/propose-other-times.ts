import { t } from "#i18n/message.ts";
import { ownClock } from "#platform/auth/own-clock.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { formatClock, formatShortWeekdayAndDay } from "#platform/time/format-in-zone.ts";
import { storeDrafts } from "../what-if/take-steps.ts";
import { writeMail } from "../what-if/write-drafts.ts";
import { readClash } from "./find-clash.ts";
import { findOtherTimes } from "./find-other-times.ts";
import type { ProposedTimes } from "./focus-model.ts";

/**
 * Stores a draft to the organizer that asks for another time, with the nearest free ones; it does not say what is in the
 * way. Throws a conflict if the invitation is in no hours that are defended, or nobody can be written to.
 */
export async function proposeOtherTimes(
  context: SignedIn,
  { eventId }: { eventId: string },
): Promise<ProposedTimes> {
  const found = await readClash(context, eventId);
  if (!found) throw new AppError("conflict", t`This is not in focus hours that you defend`);
  const { meeting } = found;
  const clock = await ownClock(context);
  const day = (at: number) => formatShortWeekdayAndDay(new Date(at), clock.timeZone);
  const time = (at: number) => formatClock(new Date(at), clock);
  const times = await findOtherTimes(context, meeting);
  const was = `${day(meeting.start)}, ${time(meeting.start)}`;
  const offered = times.map(({ start, end }) => `- ${day(start)}, ${time(start)} – ${time(end)}`);
  const mails = writeMail(
    meeting.organizer ? [meeting.organizer] : [],
    t`Another time: ${meeting.title}`,
    [
      t`Could we find another time for “${meeting.title}” (${was})?`,
      ...(offered.length > 0 ? [[t`I am free at these times:`, ...offered].join("\n")] : []),
    ],
    context.actor.fullName,
  );
  const [emailId] = await storeDrafts(context, mails);
  if (!emailId) throw new AppError("conflict", t`No address of the organizer is known`);
  context.undoWith({ capability: "emails.delete", input: { id: emailId } });
  return {
    emailId,
    times: times.map(({ start, end }) => ({ startTime: new Date(start), endTime: new Date(end) })),
  };
}
