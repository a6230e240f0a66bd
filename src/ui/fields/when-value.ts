import { t } from "#i18n/message.ts";
import { formatShortDate, formatTime } from "../dates.ts";
import type { ReadWords } from "./date-words.ts";

/** A day, a day with a time, or a time. */
export type WhenKind = "day" | "moment" | "time";

export const EXAMPLES: Readonly<Record<WhenKind, string>> = {
  day: "next friday",
  moment: "tomorrow 14:00",
  time: "9:30",
};

/** As inputs of the browser have it: yyyy-MM-dd, yyyy-MM-ddTHH:mm or HH:mm. */
const SHAPES: Readonly<Record<WhenKind, RegExp>> = {
  day: /^\d{4}-\d{2}-\d{2}$/,
  moment: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/,
  time: /^\d{2}:\d{2}$/,
};

/** Whether the text is a value already, as a browser's own picker and a paste give it. */
export const isValue = (kind: WhenKind, text: string): boolean =>
  SHAPES[kind].test(text) && !Number.isNaN(instantOf(text).getTime());

/** On no clock in particular: what is shown is what the value says. */
function instantOf(value: string): Date {
  return new Date(value.length === 5 ? `2000-01-01T${value}Z` : value.length === 10 ? value : `${value}Z`);
}

/** 'Thu, Dec 3, 2026, 2:00 PM', in the reader's locale and on the reader's kind of clock; empty without a value. */
export function describeWhen(kind: WhenKind, value: string): string {
  if (!isValue(kind, value)) return value;
  const at = instantOf(value);
  const day = () => formatShortDate(at, undefined, "UTC");
  const time = () => formatTime(at, undefined, "UTC");
  return kind === "day" ? day() : kind === "time" ? time() : `${day()}, ${time()}`;
}

export type Understood = {
  value: string;
  /** The time that words for a day named as well. */
  time: string;
};

type Reading = { kind: WhenKind; before: string; defaultTime: string };

/** The value that the text means; null if it is not understood. Words for a time only mean the day chosen before. */
export function understand(
  text: string,
  read: ReadWords,
  { kind, before, defaultTime }: Reading,
): Understood | null {
  if (isValue(kind, text)) return { value: text, time: "" };
  const words = read(text);
  if (!words) return null;
  const { day, hasDay, time } = words;
  if (kind === "time") return time && !hasDay ? { value: time, time } : null;
  if (kind === "day") return hasDay ? { value: day, time } : null;
  const chosenDay = !hasDay && before ? before.slice(0, 10) : day;
  return { value: `${chosenDay}T${time || before.slice(11) || defaultTime}`, time };
}

/** What is understood, in words, before it is accepted. */
export function previewOf(kind: WhenKind, text: string, { value, time }: Understood): string {
  const words = describeWhen(kind, value);
  const withTime = kind === "day" && time ? `${words}, ${describeWhen("time", time)}` : words;
  return withTime === text ? "" : withTime;
}

/** Why the value cannot be chosen. */
export function rangeFault(kind: WhenKind, value: string, { min, max }: { min?: string; max?: string }) {
  if (min && value < min) return t`Not before ${describeWhen(kind, min)}`;
  return max && value > max ? t`Not after ${describeWhen(kind, max)}` : undefined;
}
