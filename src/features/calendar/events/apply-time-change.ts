import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import { definedFields } from "#platform/capability/wire.ts";
import { type CalendarEvent, DAY, type EventChange, MAX_DAYS, midnightOf, toAllDayTimes } from "../model.ts";

type Timed = Pick<CalendarEvent, "startTime" | "endTime" | "isAllDay">;
export type Times = { startTime: Date; endTime: Date };

export const hasTimeChange = ({ startTime, endTime, isAllDay }: EventChange) =>
  startTime !== undefined || endTime !== undefined || isAllDay !== undefined;

/** Fields that are not given stay as they are. */
export const givenFields = <Change extends EventChange>(change: Change) => definedFields(change);

/**
 * An edit is not validated (CAL-14): if the end is not after the start, the event keeps its length, so that no view
 * gets an impossible event (decision 0007).
 */
export function applyTimeChange(before: Timed, change: EventChange, timeZone: string): Times {
  const isAllDay = change.isAllDay ?? before.isAllDay;
  // An all-day event holds dates; with a time of day they begin at midnight.
  const base = before.isAllDay
    ? {
        startTime: midnightOf(before.startTime, timeZone),
        endTime: midnightOf(before.endTime, timeZone),
      }
    : before;
  const startTime = change.startTime ?? base.startTime;
  const endTime = change.endTime ?? base.endTime;
  const length = before.isAllDay && !isAllDay ? HOUR : base.endTime.getTime() - base.startTime.getTime();
  const validEnd = endTime > startTime ? endTime : new Date(startTime.getTime() + length);
  return validateTimes(
    isAllDay ? toAllDayTimes({ startTime, endTime: validEnd }, timeZone) : { startTime, endTime: validEnd },
  );
}

const HOUR = 3_600_000;
const EARLIEST = new Date(Date.UTC(1900, 0, 1));
const LATEST = new Date(Date.UTC(2200, 0, 1));

export function validateTimes({ startTime, endTime }: Times): Times {
  if (startTime < EARLIEST || endTime > LATEST)
    throw invalidField("startTime", t`Events must be between the years 1900 and 2200`);
  if (endTime.getTime() - startTime.getTime() > MAX_DAYS * DAY)
    throw invalidField("endTime", t`An event can last at most one year`);
  return { startTime, endTime };
}

export const invalidField = (field: string, message: string) =>
  new AppError("invalid", message, { fields: { [field]: message } });
