import { form, plural, t } from "#i18n/message.ts";
import { formatDuration } from "#platform/time/durations.ts";
import {
  formatClock,
  formatShortWeekdayAndDay,
  formatWeekdayAndDay,
  type ZoneClock,
} from "#platform/time/format-in-zone.ts";
import type { Effect, EventStep, Measures } from "../alternative-model.ts";
import { endWords } from "../describe-reasons.ts";
import type { Gain } from "../gain-model.ts";
import { isOneOfMany } from "../reading/meeting-weight.ts";
import type { AlternativeKind } from "./draft-variants.ts";
import type { Found } from "./find-effects.ts";
import type { FoundGain } from "./find-gains.ts";
import type { Meeting } from "./read-meetings.ts";

// All words of 'what if', each made from one fact.

export const inWords = (effect: Found, clock: ZoneClock): Effect => ({
  ...effect,
  text: describeEffect(effect, clock),
});

export const gainInWords = (gain: FoundGain, clock: ZoneClock): Gain => ({
  ...gain,
  text: describeGain(gain, clock),
});

function describeGain({ kind, minutes, before, after }: FoundGain, clock: ZoneClock): string {
  const [amount, end] = [formatDuration(minutes), momentWords(after, clock)];
  const day = before ? formatWeekdayAndDay(before, clock.timeZone) : "";
  switch (kind) {
    case "frees":
      return t`Frees ${amount} on ${day}`;
    case "overlap":
      return t`Not at the same time any more`;
    case "inTime":
      return t`Done in time: ${end}, ${amount} earlier`;
    case "sooner":
      return t`Done ${amount} earlier, ${end}, and still late`;
    case "room":
      return t`Finds its ${amount}, done ${end}`;
    case "focus":
      return t`${amount} more of it in your focus hours`;
    case "limit":
      return t`${amount} less of meetings beyond your limit on ${day}`;
  }
}

function describeEffect({ kind, minutes, after, due, person, other }: Found, clock: ZoneClock): string {
  const [amount, name] = [formatDuration(minutes ?? 0), person?.name ?? ""];
  switch (kind) {
    case "collides":
      return other
        ? t`At the same time as “${other.title}”, for ${amount}`
        : t`It takes place while you are off or on the way (${amount})`;
    case "away":
      return t`It takes place elsewhere while you are away`;
    case "missing":
      return t`${name} is missing`;
    case "late":
      return t`It will be ${amount} later than it should, done ${momentWords(after, clock)}`;
    case "noRoom":
      return t`There is no time left for it (${amount})`;
    case "noPreparation":
      return t`There is no time left to prepare it (${amount})`;
    case "promise":
      return promiseWords({ after, due, name }, clock);
    case "waits":
      return t`It waits for ${name}`;
    case "owes":
      return due ? t`${name} owes it to you by ${endWords(due, clock)}` : t`${name} owes it to you`;
  }
}

type Slip = { after: Date | null; due: Date | null; name: string };

function promiseWords({ after, due, name }: Slip, clock: ZoneClock): string {
  if (!after) return name ? t`${name} waits: there is no time left for it` : t`There is no time left for it`;
  const [was, is] = [endWords(due ?? undefined, clock), momentWords(after, clock)];
  return name ? t`${name} waits: promised by ${was}, done ${is}` : t`Promised by ${was}, done ${is}`;
}

/** What becomes of an event, in a sentence. */
export function describeStep(step: EventStep, meeting: Meeting | undefined, clock: ZoneClock): string {
  switch (step.kind) {
    case "create":
      return step.isAllDay
        ? t`Enter it into the calendar`
        : t`Enter it: ${momentWords(step.startTime, clock)}`;
    case "move":
      return t`Move it to ${momentWords(step.startTime, clock)}`;
    case "shorten":
      return t`End it at ${formatClock(step.endTime, clock)}`;
    case "ask":
      return t`Ask ${meeting?.organizer?.name ?? ""} to end it at ${formatClock(step.endTime, clock)}`;
    case "skip":
      return meeting && isOneOfMany(meeting)
        ? t`Do not go, and ask for the minutes`
        : t`Send somebody in your place, or ask for the minutes`;
    case "decline":
      return t`Decline; ${meeting?.organizer?.name ?? ""} is told`;
    case "remove":
      return meeting?.isOwn === false ? t`Leave out this one time` : t`Remove it`;
  }
}

type Counts = Pick<Measures, "lateCount" | "unplacedCount" | "overtimeMinutes"> & {
  postponed: number;
  /** Beyond what was asked for. */
  steps: readonly EventStep[];
};

/** What an alternative is, with its count. */
export function describeAlternative(
  kind: AlternativeKind,
  { lateCount, unplacedCount, overtimeMinutes, postponed, steps }: Counts,
): string {
  switch (kind) {
    case "late":
      return lateCount + unplacedCount === 0
        ? t`Keep everything`
        : t`Keep everything, and be late where it matters least`;
    case "meetings":
    case "shorten":
    case "move":
    case "decline":
    case "ask":
      return meetingWords(steps);
    case "longer":
      return t`Work ${formatDuration(overtimeMinutes)} longer on the other days`;
    case "postpone":
      return plural(postponed, {
        one: form`Let ${postponed} less important task wait`,
        other: form`Let ${postponed} less important tasks wait`,
      });
  }
}

/** 'Shorten 2 meetings · Decline 1 meeting' */
function meetingWords(steps: readonly EventStep[]): string {
  const count = (...kinds: EventStep["kind"][]) => steps.filter(({ kind }) => kinds.includes(kind)).length;
  const [shorter, moved] = [count("shorten"), count("move")];
  const [declined, asked] = [count("decline", "remove"), count("ask")];
  const skipped = count("skip");
  const parts = [
    shorter > 0 &&
      plural(shorter, { one: form`Shorten ${shorter} meeting`, other: form`Shorten ${shorter} meetings` }),
    moved > 0 && plural(moved, { one: form`Move ${moved} meeting`, other: form`Move ${moved} meetings` }),
    skipped > 0 &&
      plural(skipped, {
        one: form`Leave ${skipped} meeting to others`,
        other: form`Leave ${skipped} meetings to others`,
      }),
    declined > 0 &&
      plural(declined, { one: form`Decline ${declined} meeting`, other: form`Decline ${declined} meetings` }),
    asked > 0 &&
      plural(asked, {
        one: form`Ask to shorten ${asked} meeting`,
        other: form`Ask to shorten ${asked} meetings`,
      }),
  ];
  return parts.filter(Boolean).join(" · ");
}

export const postponedWords = (): string => t`It waits until after these days`;

export const momentWords = (at: Date | null, clock: ZoneClock): string =>
  at ? `${formatShortWeekdayAndDay(at, clock.timeZone)}, ${formatClock(at, clock)}` : "";
