import { readSettings } from "#features/calendar/calendar-settings.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { sharedMinutes } from "../engine/cost-of-plan.ts";
import type { Span } from "../engine/plan-problem.ts";
import { joined } from "../engine/span-sets.ts";
import { readPlanSettings } from "../plan-settings.ts";
import { minutesOf } from "../reading/build-problem.ts";
import { datesBetween, daySpans } from "../reading/day-spans.ts";
import { readEvents } from "../reading/read-events.ts";
import type { PlanEvent } from "../reading/wanted-item.ts";
import type { FocusReview } from "./review-model.ts";

type Week = { from: string; to: string; timeZone: string; span: { from: number; until: number } };

/** What became of the focus hours of some days; `meetings`: those that took place. */
export async function reviewFocus(
  context: SignedIn,
  { from, to, timeZone, span }: Week,
  meetings: readonly PlanEvent[],
): Promise<FocusReview> {
  const settings = await readPlanSettings(context);
  const hours = await readSettings(context);
  const days = datesBetween(from, to).map((date) => daySpans(date, timeZone, hours, settings));
  const focus = joined(days.flatMap((day) => day.focus));
  const declined = await readEvents(context, span, timeZone, "declined");
  const within = (events: readonly PlanEvent[]) =>
    events.flatMap((event) => {
      const minutes = Math.round(sharedMinutes([event], focus));
      const times = { startTime: new Date(event.start), endTime: new Date(event.end) };
      return minutes > 0 ? [{ eventId: event.id, title: event.title, ...times, minutes }] : [];
    });
  // At the same time they take the hours only once.
  const shared = (events: readonly Span[]) => Math.round(sharedMinutes(joined(events), focus));
  const refused = declined.filter(({ isAllDay, isFree }) => !isAllDay && !isFree);
  return {
    hadMinutes: minutesOf(focus),
    lostMinutes: shared(meetings),
    defendedMinutes: shared(refused),
    lost: within(meetings),
    defended: within(refused),
  };
}
