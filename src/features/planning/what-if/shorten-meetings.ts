import type { EventStep, WhatIfChange } from "../alternative-model.ts";
import type { PlanFacts } from "../reading/read-facts.ts";
import { MINUTE } from "../reading/wanted-item.ts";
import { isChangeable, isShared } from "./change-facts.ts";
import type { Meeting } from "./read-meetings.ts";

/** No meeting gets shorter than this. */
export const LEAST_MEETING_MINUTES = 25;
/** From here on half an hour less, below a quarter. */
const LONG_MINUTES = 90;

/** How long a meeting would be instead, in minutes: 120 become 90, 60 become 45; null if it is short already. */
export function shorterMinutes(minutes: number): number | null {
  const shorter = minutes - (minutes >= LONG_MINUTES ? 30 : 15);
  return shorter >= LEAST_MEETING_MINUTES ? shorter : null;
}

/**
 * Ends a coming meeting of the working hours earlier: the own one at once, that of somebody else by asking. Null where
 * nothing here can change it, or it has begun, is short or takes whole days.
 */
export function shortenOf(
  meeting: Meeting,
  { days, now }: Pick<PlanFacts, "days" | "now">,
): EventStep | null {
  const { id, start, end, isAllDay, isOwn, organizer } = meeting;
  const minutes = shorterMinutes(Math.round((end - start) / MINUTE));
  const inWork = days.some(({ work }) => work.some((span) => isShared(meeting, span)));
  if (minutes === null || isAllDay || start <= now || !inWork) return null;
  const times = { startTime: new Date(start), endTime: new Date(start + minutes * MINUTE) };
  if (isOwn) return isChangeable(meeting) ? { kind: "shorten", eventId: id, ...times } : null;
  return organizer ? { kind: "ask", eventId: id, ...times } : null;
}

/** It begins as before and only ends earlier. */
export const isShorter = (
  { startTime, endTime }: Extract<WhatIfChange, { kind: "moveEvent" }>,
  { start, end, isAllDay }: Meeting,
): boolean => !isAllDay && startTime.getTime() === start && endTime.getTime() < end;
