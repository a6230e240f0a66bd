import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { dayInZone, instantOf } from "#platform/time/wall-clock.ts";
import { type CreatedFrom, NewEvent } from "../model.ts";
import { formatSimpleRule } from "../series/simple-rule.ts";
import { parseQuickEvent, type QuickEvent } from "./quick-event.ts";
import { insertEvent } from "./write-events.ts";

/** If the line is ambiguous, it returns questions and creates nothing. */
export function createQuickEvent(
  context: SignedIn,
  text: string,
  timeZone: string,
  { answers, createdFrom }: { answers: Record<string, string>; createdFrom: CreatedFrom | null },
) {
  const parsed = parseQuickEvent(text, { now: context.now, timeZone, answers });
  const [question] = parsed.questions;
  if (question) {
    const options = question.options.map(({ label }) => label).join(" or ");
    const message = `${question.words} ${options}`;
    throw new AppError("invalid", message, { fields: { text: message } });
  }
  const event = NewEvent.safeParse({
    title: parsed.title,
    location: parsed.location,
    attendees: parsed.people.filter((person) => person.includes("@")),
    isAllDay: parsed.isAllDay,
    startTime: parsed.startTime.toISOString(),
    endTime: parsed.endTime.toISOString(),
    rrule: ruleOf(parsed, timeZone),
    zone: timeZone,
    createdFrom,
  });
  if (event.success) return insertEvent(context, event.data, parsed.isAllDay ? "UTC" : timeZone);
  const message = t`This text is too long for an event title`;
  throw new AppError("invalid", message, { fields: { text: message } });
}

function ruleOf({ repeat, startTime, isAllDay }: QuickEvent, timeZone: string): string | null {
  if (!repeat) return null;
  const start = dayInZone(startTime, isAllDay ? "UTC" : timeZone);
  return formatSimpleRule(repeat, start, (day) => {
    const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
    const last = instantOf({ year, month, day: date, hour: 23, minute: 59 }, timeZone);
    return isAllDay ? day.replaceAll("-", "") : last.toISOString().replaceAll(/[-:]|\.\d+/g, "");
  });
}
