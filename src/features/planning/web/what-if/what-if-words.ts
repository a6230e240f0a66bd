import {
  CalendarClock,
  CalendarPlus,
  CalendarX2,
  type LucideIcon,
  Plane,
  TreePalm,
  UserRoundX,
} from "lucide-react";
import type { WhatIfChange } from "#features/calendar/web/slots.ts";
import { plural, t, term } from "#i18n/message.ts";
import { formatDuration } from "#platform/time/durations.ts";
import { localInstant } from "#platform/time/local-day.ts";
import { formatMonthAndDay, formatShortWeekday, formatTime } from "#ui/dates.ts";
import type { EffectOnWire, MeasuresOnWire } from "./use-what-if.ts";

type Kind = WhatIfChange["kind"];

export const CHANGE_ICONS: Record<Kind, LucideIcon> = {
  dayOff: TreePalm,
  trip: Plane,
  moveEvent: CalendarClock,
  dropEvent: CalendarX2,
  withoutPerson: UserRoundX,
  newEvent: CalendarPlus,
};

/** 'Tue, Mar 3' */
const shortDay = (at: Date): string => `${formatShortWeekday(at)}, ${formatMonthAndDay(at)}`;
const ofDay = (day: string): string => shortDay(new Date(localInstant(day, "12:00") ?? ""));

/** 'Tue, Mar 3, 9:00 AM' */
export const momentOf = (instant: string): string => {
  const at = new Date(instant);
  return `${shortDay(at)}, ${formatTime(at)}`;
};

/** When an event is; an all-day event by its first day. */
export const whenOf = ({ startTime, isAllDay }: { startTime: string; isAllDay: boolean }): string =>
  isAllDay ? ofDay(startTime.slice(0, 10)) : momentOf(startTime);

const daysOf = ({ from, to }: { from: string; to: string }): string =>
  from === to ? ofDay(from) : `${ofDay(from)} – ${ofDay(to)}`;

const named = (title: string): string => title || t`(No title)`;

/** What a change is about, and what it says of that. */
export function changeWords(change: WhatIfChange): { title: string; detail: string } {
  switch (change.kind) {
    case "dayOff":
      return { title: change.from === change.to ? t`Day off` : t`Days off`, detail: daysOf(change) };
    case "trip": {
      const { place, travelMinutes } = change;
      const ways = travelMinutes ? [t`${formatDuration(travelMinutes)} each way`] : [];
      return { title: t`Trip to ${place}`, detail: [daysOf(change), ...ways].join(" · ") };
    }
    case "moveEvent":
      return {
        title: named(change.event.title),
        detail: t`moves from ${whenOf(change.event)} to ${whenOf(change.times)}`,
      };
    case "dropEvent":
      return { title: named(change.event.title), detail: t`${whenOf(change.event)}, does not take place` };
    case "withoutPerson":
      return { title: t`Without ${change.email}`, detail: daysOf(change) };
    case "newEvent":
      return { title: change.title || t`New meeting`, detail: momentOf(change.times.startTime) };
  }
}

type Tone = "warn" | "bad" | "info";

/** One word for what breaks. */
export const EFFECTS: Record<EffectOnWire["kind"], { word: string; tone: Tone }> = {
  collides: { word: term("Clash", "what breaks: two things at once"), tone: "bad" },
  away: { word: term("Elsewhere", "what breaks: a meeting at another place"), tone: "bad" },
  missing: { word: term("Missing", "what breaks: somebody is not there"), tone: "warn" },
  late: { word: term("Late", "what breaks: done after it is due"), tone: "warn" },
  noRoom: { word: term("No room", "what breaks: nothing is free for it"), tone: "bad" },
  noPreparation: { word: term("Unprepared", "what breaks: a meeting"), tone: "warn" },
  promise: { word: term("Promise", "what breaks: it is met later"), tone: "bad" },
  waits: { word: term("Waits", "what breaks: a task that waits for somebody"), tone: "warn" },
  owes: { word: term("Owed", "what breaks: somebody who is missing owes it"), tone: "info" },
};

export type Figure = { name: string; value: string; isNone: boolean };

/** What a way costs, in plain figures and always in this order. */
export function figuresOf(measures: MeasuresOnWire): Figure[] {
  const { lateCount, lateMinutes, unplacedCount, unplacedMinutes, overtimeMinutes } = measures;
  const counted = (name: string, count: number, minutes = 0): Figure => ({
    name,
    value: count > 0 && minutes > 0 ? `${count} · ${shortDuration(minutes)}` : `${count}`,
    isNone: count === 0,
  });
  return [
    counted(term("late", "below a figure: tasks after their due date"), lateCount, lateMinutes),
    counted(term("without room", "below a figure: tasks"), unplacedCount, unplacedMinutes),
    {
      name: term("beyond hours", "below a figure: work outside of the working hours"),
      value: overtimeMinutes > 0 ? formatDuration(overtimeMinutes) : "0",
      isNone: overtimeMinutes === 0,
    },
    counted(term("clashes", "below a figure: meetings that do not fit"), measures.conflicts),
    counted(term("meetings change", "below a figure"), measures.meetings),
  ];
}

const DAY_MINUTES = 24 * 60;

/** From two days on their number is enough. */
const shortDuration = (minutes: number): string => {
  const days = Math.round(minutes / DAY_MINUTES);
  return days < 2 ? formatDuration(minutes) : plural(days, { one: `${days} day`, other: `${days} days` });
};

/** '3 things break · 2 ways to go on' */
export const summaryOf = (effects: number, ways: number): string =>
  [
    effects === 0
      ? t`Nothing breaks`
      : plural(effects, { one: `${effects} thing breaks`, other: `${effects} things break` }),
    plural(ways, { one: `${ways} way to go on`, other: `${ways} ways to go on` }),
  ].join(" · ");

export const draftWords = (count: number): string =>
  plural(count, { one: `${count} draft`, other: `${count} drafts` });

export const stepWords = (count: number): string =>
  plural(count, { one: `${count} step in the calendar`, other: `${count} steps in the calendar` });
