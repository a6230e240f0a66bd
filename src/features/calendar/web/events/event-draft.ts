import { type DraftOf, type FormValues, formOf } from "#platform/fields/field-form.ts";
import { localMoment } from "#platform/time/local-day.ts";
import { eventFields, TITLE_AND_TIMES_REQUIRED } from "../../fields.ts";
import { END_AFTER_START, type EventOnWire } from "../../model.ts";
import { formatSimpleRule, type SimpleRule } from "../../series/simple-rule.ts";
import { addDays, dayAt, instantAt, minutesAt } from "../days.ts";
import { daysOf, type Times } from "./occurrence.ts";

export const eventForm = formOf(eventFields);

/** The values of the event dialog. */
export type EventDraft = DraftOf<typeof eventFields> & {
  isAllDay: boolean;
  /** yyyy-MM-dd'T'HH:mm in local time, yyyy-MM-dd of an all-day event, or empty. */
  start: string;
  /** The same; the last day of an all-day event, not the day after it. */
  end: string;
  /** A rule of RFC 5545; empty where the event does not repeat. */
  repeat: string;
  /** The event's calendar; empty for the built-in one. */
  calendarId: string;
};

export type EventFields = FormValues<typeof eventFields> & Times & Pick<EventOnWire, "rrule" | "calendarId">;

/** A draft with only times. */
export const draftAt = (times: Times): EventDraft => ({
  ...eventForm.blank,
  ...timesDraft(times),
  repeat: "",
  calendarId: "",
});

export const draftOf = (event: EventFields): EventDraft => ({
  ...eventForm.draftOf(event),
  ...timesDraft(event),
  repeat: event.rrule ?? "",
  calendarId: event.calendarId ?? "",
});

/** The message that says why nothing can be created from it yet, or null (CAL-10, CAL-11). */
export function problemOf(draft: EventDraft): string | null {
  if (draft.title.trim() === "" || isBlank(draft.start) || isBlank(draft.end))
    return TITLE_AND_TIMES_REQUIRED;
  const times = typedTimes(draft);
  return times.endTime > times.startTime ? null : END_AFTER_START;
}

/**
 * The fields of the draft. An edit is not validated (CAL-14): a time that was cleared keeps its value in `base`, and
 * if the end is not after the start, the event keeps its length.
 */
export function fieldsOf(draft: EventDraft, base?: EventFields): EventFields {
  const values = eventForm.valuesOf(draft);
  if (!values) throw new Error("Every field of an event may be empty");
  return {
    ...values,
    ...(base ? soundTimes(draft, base) : typedTimes(draft)),
    isAllDay: draft.isAllDay,
    rrule: draft.repeat || null,
    calendarId: draft.calendarId || null,
  };
}

/** Only the fields that differ, so that others' changes to the rest are kept. Times go together. */
export function changeBetween(before: EventFields, after: EventFields): Partial<EventFields> {
  const { startTime, endTime, isAllDay, rrule } = after;
  const times = { startTime, endTime, isAllDay };
  const isMoved = TIMES.some((field) => before[field] !== after[field]);
  return {
    ...eventForm.changeBetween(before, after),
    ...(isMoved && times),
    ...(before.rrule !== rrule && { rrule }),
  };
}

const TIMES = ["startTime", "endTime", "isAllDay"] as const;

/** The form's rule as an RRULE. A timed series ends with its last day in the reader's zone. */
export function ruleOf(rule: SimpleRule, { start, isAllDay }: EventDraft): string {
  return formatSimpleRule(rule, start.slice(0, 10), (day) => {
    const last = isAllDay ? day : instantAt(day, 24 * 60 - 1).toISOString();
    return last.replaceAll(/[-:]|\.\d+/g, "");
  });
}

/** The draft as an all-day event, or with hours again. */
export function withAllDay(draft: EventDraft, isAllDay: boolean): EventDraft {
  const toInputValue = (text: string, hour: string) =>
    text === "" ? "" : isAllDay ? text.slice(0, 10) : `${text.slice(0, 10)}T${hour}`;
  return {
    ...draft,
    isAllDay,
    start: toInputValue(draft.start, "09:00"),
    end: toInputValue(draft.end, "10:00"),
  };
}

/** The draft with another start; the end moves too if it would be before the start. */
export function withStart(draft: EventDraft, start: string): EventDraft {
  const moved = { ...draft, start };
  if ([start, draft.start, draft.end].some(isBlank)) return moved;
  const [before, after] = [typedTimes(draft), typedTimes(moved)];
  if (after.endTime > after.startTime || before.endTime <= before.startTime) return moved;
  const length = Date.parse(before.endTime) - Date.parse(before.startTime);
  const endTime = new Date(Date.parse(after.startTime) + length).toISOString();
  return { ...moved, end: timesDraft({ ...after, endTime, isAllDay: draft.isAllDay }).end };
}

export function timesDraft(times: Times): Pick<EventDraft, "isAllDay" | "start" | "end"> {
  const { isAllDay, startTime, endTime } = times;
  const { first, last } = daysOf(times);
  if (isAllDay) return { isAllDay, start: first, end: last };
  return { isAllDay, start: clockText(startTime), end: clockText(endTime) };
}

function clockText(instant: string): string {
  const at = new Date(instant);
  const minutes = minutesAt(at);
  const pad = (number: number) => String(number).padStart(2, "0");
  return `${dayAt(at)}T${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

export const isBlank = (text: string) => Number.isNaN(Date.parse(text));

/** Throws where nothing valid is typed: see `isBlank`. */
function momentTyped(text: string): string {
  const at = localMoment(text);
  if (at === null) throw new RangeError(`'${text}' is no time`);
  return at;
}

export function typedTimes({
  isAllDay,
  start,
  end,
}: Pick<EventDraft, "isAllDay" | "start" | "end">): Pick<Times, "startTime" | "endTime"> {
  if (isAllDay) return { startTime: `${start}T00:00:00.000Z`, endTime: `${addDays(end, 1)}T00:00:00.000Z` };
  return { startTime: momentTyped(start), endTime: momentTyped(end) };
}

function soundTimes(draft: EventDraft, base: EventFields): Pick<Times, "startTime" | "endTime"> {
  const { startTime, endTime } = base;
  const baseDraft = { ...draft, ...timesDraft(base) };
  const known = draft.isAllDay === base.isAllDay ? baseDraft : withAllDay(baseDraft, draft.isAllDay);
  const [start, end] = [
    isBlank(draft.start) ? known.start : draft.start,
    isBlank(draft.end) ? known.end : draft.end,
  ];
  // Unchanged inputs keep their seconds, which they cannot show.
  if (draft.isAllDay === base.isAllDay && start === known.start && end === known.end)
    return { startTime, endTime };
  const typed = typedTimes({ ...draft, start, end });
  if (typed.endTime > typed.startTime) return typed;
  const length = Date.parse(endTime) - Date.parse(startTime);
  return { ...typed, endTime: new Date(Date.parse(typed.startTime) + length).toISOString() };
}
