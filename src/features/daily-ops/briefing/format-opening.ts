import type { AttentionItem } from "#features/attention/model.ts";
import { type Commitment, hrefOf } from "#features/commitments/commitment-model.ts";
import { formatClock, formatShortWeekdayAndDay } from "#platform/time/format-in-zone.ts";
import { dayInZone, daysBetween } from "#platform/time/wall-clock.ts";
import { endOf } from "../end-of-part.ts";
import type { BriefingLine, RecordLink } from "../model.ts";
import { shortened } from "../split-by-titles.ts";
import type { DayPart, EventPart, FirstThing, LeavePart, PersonMet, Today } from "../today-model.ts";
import { endOn, listed, plural, quoted, shortReason, startOn } from "./format-facts.ts";
import type { BriefingDay } from "./read-facts.ts";

/** `needs`: what needs the person besides the first things; `total`: how many these are, also the unnamed ones. */
export type OpeningFacts = Pick<Today, "parts" | "first" | "owed" | "people"> & {
  needs: { items: readonly AttentionItem[]; total: number };
};
type Situation = BriefingDay & { now: Date };

/** How a briefing begins: what to do first, the day as a line, what needs the person, what is owed, whom they meet. */
export function formatOpening(facts: OpeningFacts, clock: Situation): BriefingLine[] {
  const named = new Set([...facts.first, ...facts.needs.items].map(({ record }) => record.id));
  return [
    ...facts.first.map((item) => formatFirst(item, clock)),
    ...facts.parts.flatMap((part) => formatPart(part, clock)),
    ...formatNeeds(facts.needs, clock),
    ...formatOwed(facts.owed.me, "me", named, clock),
    ...formatOwed(facts.owed.them, "them", named, clock),
    ...facts.people.flatMap((person) => formatPerson(person, facts.parts, clock)),
  ];
}

function formatFirst(item: FirstThing, clock: Situation): BriefingLine {
  const [reason = item.reason, ofTheDay] = item.why;
  const why = shortReason(reason);
  return {
    ...itemLine("first", item),
    note: ofTheDay ? `${why}. ${ofTheDay}` : `${why}${dueHint(item, clock)}`,
  };
}

const itemLine = (part: BriefingLine["part"], item: AttentionItem): BriefingLine => ({
  part,
  text: item.person ? `${quoted(item)} (${shortened(item.person, MAX_NAME)})` : quoted(item),
  records: [linkOf(item)],
});

const linkOf = ({ record, title, href }: AttentionItem): RecordLink => ({
  kind: "item",
  id: record.id,
  title,
  href,
});

const MAX_NAME = 40;

/** When it is due, if that is not in its reason. */
function dueHint({ due, isDueDay }: AttentionItem, clock: Situation): string {
  if (!due) return "";
  if (due <= clock.now) {
    const days = daysBetween(lastInstant(due, isDueDay), clock.now, clock.timeZone);
    return days > 0 ? ` (${plural(days, "day")} late)` : "";
  }
  const days = daysBetween(clock.now, lastInstant(due, isDueDay), clock.timeZone);
  if (isDueDay)
    return days === 0 ? "" : ` (by ${formatShortWeekdayAndDay(lastInstant(due, true), clock.timeZone)})`;
  return days === 0
    ? ` (by ${formatClock(due, clock)})`
    : ` (by ${formatShortWeekdayAndDay(due, clock.timeZone)})`;
}

/** The end of a day is the first instant of the next one. */
const lastInstant = (due: Date, isDueDay: boolean) => (isDueDay ? new Date(due.getTime() - 1) : due);

function formatPart(part: DayPart, clock: Situation): BriefingLine[] {
  if (endOf(part) <= clock.now) return [];
  const until = endOf(part).toISOString();
  if (part.kind === "event") return [{ ...formatEvent(part, clock), until }];
  if (part.kind === "leave") return [{ ...formatLeave(part, clock), until }];
  return [
    {
      part: "day",
      time: formatClock(part.from, clock),
      text: `Free until ${formatClock(part.to, clock)}`,
      records: [],
      until,
    },
  ];
}

function formatEvent(event: EventPart, clock: Situation): BriefingLine {
  const place = event.place ? `, ${shortened(event.place, MAX_PLACE)}` : "";
  const end = event.isAllDay ? "" : ` until ${endOn(event.to, clock)}`;
  const tentative = event.isTentative ? " (tentative)" : "";
  return {
    part: "day",
    time: event.isAllDay ? "All day" : capitalized(startOn(event.from, clock)),
    text: `${quoted(event)}${end}${place}${tentative}`,
    records: [{ kind: "event", id: event.id, title: event.title, href: event.href }],
  };
}

const MAX_PLACE = 40;

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function formatLeave(leave: LeavePart, clock: Situation): BriefingLine {
  const simulated = leave.reading === "simulated" ? " (simulated)" : "";
  return {
    part: "day",
    time: formatClock(leave.from, clock),
    text: `Leave for ${quoted(leave)}: ${leave.minutes} min${simulated}`,
    records: [{ kind: "event", id: leave.eventId, title: leave.title }],
  };
}

function formatNeeds({ items, total }: OpeningFacts["needs"], clock: Situation): BriefingLine[] {
  const more = total - items.length;
  return [
    ...items.map((item) => ({
      ...itemLine("needs", item),
      note: `${shortReason(item.reason)}${dueHint(item, clock)}`,
    })),
    ...(more > 0 && items.length > 0
      ? [
          {
            part: "needs" as const,
            text: `${more} more ${more === 1 ? "thing needs" : "things need"} you`,
            records: [],
          },
        ]
      : []),
  ];
}

function formatOwed(
  owed: Today["owed"]["me"],
  owedBy: "me" | "them",
  named: ReadonlySet<string>,
  clock: Situation,
): BriefingLine[] {
  const items = owed.items.filter(({ id }) => !named.has(id));
  const more = owed.open - owed.items.length;
  return [
    ...items.map((commitment) => ({
      part: "owed" as const,
      text: `${owerOf(commitment, owedBy)} ${quoted({ title: commitment.what })}${dueOf(commitment, clock)}`,
      records: [commitmentLink(commitment)],
    })),
    ...(more > 0
      ? [
          {
            part: "owed" as const,
            text: owedBy === "me" ? `You owe ${more} more` : `You are owed ${more} more`,
            records: [],
          },
        ]
      : []),
  ];
}

function owerOf({ partyName, party }: Commitment, owedBy: "me" | "them"): string {
  const name = shortened(partyName || (party?.includes("@") ? party : ""), MAX_NAME);
  if (owedBy === "me") return name ? `You owe ${name}:` : "You owe:";
  return name ? `${name} owes you:` : "You are owed:";
}

function dueOf({ due, dueDay, isLate }: Commitment, { now, timeZone }: Situation): string {
  if (!due) return "";
  // A day without a time is a date, whatever the clock on which it was named.
  const days =
    dueDay === null ? daysBetween(now, due, timeZone) : daysUntil(dueDay, dayInZone(now, timeZone));
  const day =
    dueDay === null
      ? formatShortWeekdayAndDay(due, timeZone)
      : formatShortWeekdayAndDay(new Date(dueDay), "UTC");
  if (isLate) return days < 0 ? ` (${plural(-days, "day")} late)` : " (late since today)";
  if (days === 0) return " (today)";
  return days === 1 ? " (tomorrow)" : ` (${day})`;
}

const DAY = 86_400_000;
const daysUntil = (date: string, today: string) => Math.round((Date.parse(date) - Date.parse(today)) / DAY);

const commitmentLink = (commitment: Commitment): RecordLink => ({
  kind: "commitment",
  id: commitment.id,
  title: commitment.what,
  href: hrefOf(commitment),
});

/** Only where something is open between the two. */
function formatPerson(
  { name, event, owedByMe, owedByThem, unread }: PersonMet,
  parts: readonly DayPart[],
  clock: Situation,
): BriefingLine[] {
  const part = parts.find((part) => part.kind === "event" && part.id === event.id);
  const isAllDay = part?.kind === "event" && part.isAllDay;
  const end = part?.to ?? event.from;
  const points = [
    ...(owedByMe.length > 0 ? [`you owe ${namesOf(owedByMe)}`] : []),
    ...(owedByThem.length > 0 ? [`you are owed ${namesOf(owedByThem)}`] : []),
    ...(unread
      ? [`${plural(unread.count, "unread mail")}, the last ${quoted({ title: unread.subject })}`]
      : []),
  ];
  if (points.length === 0 || end <= clock.now) return [];
  return [
    {
      part: "people",
      time: isAllDay ? "Today" : event.from < clock.now ? "Now" : formatClock(event.from, clock),
      text: `${shortened(name, MAX_NAME)}: ${points.join("; ")}`,
      records: [
        ...[...owedByMe.slice(0, NAMED), ...owedByThem.slice(0, NAMED)].map(commitmentLink),
        ...(unread ? [{ kind: "email" as const, id: unread.id, title: unread.subject }] : []),
      ],
      until: end.toISOString(),
    },
  ];
}

/** Of the points open with a person; the others are counted. */
const NAMED = 2;

const namesOf = (commitments: readonly Commitment[]) =>
  listed(
    commitments.slice(0, NAMED).map(({ what }) => quoted({ title: what })),
    commitments.length,
  );
