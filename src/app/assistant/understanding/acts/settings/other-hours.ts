import {
  type HoursOfWork,
  usualHours,
  type WorkingHours,
  workingHoursOn,
} from "#features/calendar/hours-model.ts";
import { joinWords } from "../../../format-answer.ts";
import { clockText } from "./read-hours.ts";

const DAY_NAMES = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
export const daysText = (days: readonly number[]) => joinWords(days.map((day) => DAY_NAMES[day] ?? ""));

/** 'Monday and Tuesday, 09:00 to 17:00, and Friday, 08:00 to 13:00' */
export function hoursText({ workingDays, workFrom, workTo, otherHours }: WorkingHours): string {
  const usual = workingDays.filter((day) => otherHours.every(({ weekday }) => weekday !== day));
  const all = [
    ...(usual.length > 0 ? [{ days: usual, from: workFrom, to: workTo }] : []),
    ...otherHours.map(({ weekday, from, to }) => ({ days: [weekday], from, to })),
  ];
  return all
    .map(({ days, from, to }) => `${daysText(days)}, ${clockText(from)} to ${clockText(to)}`)
    .join(", and ");
}

/** 'Fridays until 1' and 'Saturdays 9 to 12' leave all other days as they are; 'Monday to Friday 9 to 5' is the week. */
export const isException = (named: readonly number[], workingDays: readonly number[]): boolean =>
  named.length > 0 && named.length <= 2 && workingDays.some((day) => !named.includes(day));

export function withHoursOn<S extends WorkingHours>(
  settings: S,
  days: readonly number[],
  hours: Partial<HoursOfWork>,
): S {
  const others = settings.otherHours.filter(({ weekday }) => !days.includes(weekday));
  const added = days.map((weekday) => {
    const { from, to } = workingHoursOn(settings, weekday) ?? usualHours(settings);
    return { weekday, from: hours.from ?? from, to: hours.to ?? to };
  });
  return {
    ...settings,
    workingDays: [...new Set([...settings.workingDays, ...days])].sort(),
    otherHours: [...others, ...added].toSorted((one, other) => one.weekday - other.weekday),
  };
}
