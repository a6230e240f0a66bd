import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { endOf } from "#features/daily-ops/end-of-part.ts";
import type { Today as Day } from "#features/daily-ops/web/api.ts";
import { plural, t, term } from "#i18n/message.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { formatClockRange, formatTime, formatZoneName } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { ListRow } from "#ui/lists/list-row.tsx";
import styles from "./dashboard-page.module.css";

type Part = Day["parts"][number];
type EventPart = Extract<Part, { kind: "event" }>;

/** Of what is ahead. */
const SHOWN = 7;

/** On the clock of the day, whose zone is named where the reader's is another. */
export function clockOf({ timeZone }: Day, at: Date): string {
  const zone = timeZone === readerTimeZone() ? "" : ` ${formatZoneName(at, undefined, timeZone)}`;
  return `${formatTime(at, undefined, timeZone)}${zone}`;
}

/** `empty`: in place of what is ahead, where nothing is. */
type DayLineProps = { day: Day; now: number; empty: ReactNode };

/** The parts of a day in order, with a line at the present. What is over is shown when it is asked for. */
export function DayLine({ day, now, empty }: DayLineProps) {
  const [isWhole, setWhole] = useState(false);
  const clock = clockOf(day, new Date(now));
  const isOver = (part: Part) => Date.parse(endOf(part)) <= now;
  const isAllDay = (part: Part) => part.kind === "event" && part.isAllDay;
  const over = day.parts.filter((part) => isOver(part) && part.kind === "event");
  const allDay = day.parts.filter(isAllDay);
  const ahead = empty ? [] : day.parts.filter((part) => !isOver(part) && !isAllDay(part));
  const running = ahead.filter(({ from }) => Date.parse(from) <= now);
  const shown = isWhole ? ahead : ahead.slice(0, SHOWN);
  const rows = (parts: readonly Part[]) =>
    parts.map((part) => (
      <PartRow
        key={`${part.kind} ${part.from} ${"id" in part ? part.id : ""}`}
        part={part}
        day={day}
        isOver={isOver(part)}
      />
    ));
  return (
    <Stack gap={0}>
      {(!empty || isWhole) && (
        <Stack as="ul" gap={0}>
          {rows(allDay)}
          {isWhole && rows(over)}
          {rows(running.filter((part) => shown.includes(part)))}
          <li className={styles.now} aria-current="time">
            <Text as="span" size="label" weight="medium" isTabular>
              {t`Now, ${clock}`}
            </Text>
          </li>
          {rows(shown.filter((part) => !running.includes(part)))}
        </Stack>
      )}
      {empty}
      {(over.length > 0 || ahead.length > SHOWN) && (
        <Button variant="subtle" size="compact-sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? term("Fewer", "button: show fewer events") : t`Show the whole day`}
        </Button>
      )}
    </Stack>
  );
}

type PartRowProps = { part: Part; day: Day; isOver: boolean };

function PartRow({ part, day, isOver }: PartRowProps) {
  const { title, detail, badge } = wordsOf(part, day);
  return (
    <ListRow
      as="li"
      className={styles.part}
      data-past={isOver || undefined}
      leading={
        <Text
          as="span"
          size="label"
          tone={part.kind === "free" ? "faint" : "soft"}
          isTabular
          className={styles.clock}
        >
          <span className={styles.range}>{timesOf(part, day)}</span>
          <span className={styles.start}>{startOf(part, day)}</span>
        </Text>
      }
      title={title}
      detail={
        (detail || badge) && (
          <Row as="span" gap={6}>
            {badge}
            <Text as="span" tone="faint" size="label" overflow="dots">
              {detail}
            </Text>
          </Row>
        )
      }
    />
  );
}

const startOf = (part: Part, { timeZone }: Day): string =>
  part.kind === "event" && part.isAllDay ? t`All day` : formatTime(new Date(part.from), undefined, timeZone);

function timesOf(part: Part, day: Day): string {
  const start = startOf(part, day);
  if (part.kind === "leave" || (part.kind === "event" && part.isAllDay)) return start;
  const [from, to] = [new Date(part.from), new Date(part.to)];
  // Of two days a range would name the dates.
  const isWithin = Date.parse(day.from) <= from.getTime() && to.getTime() < Date.parse(day.to);
  return isWithin
    ? formatClockRange(from, to, day.timeZone)
    : `${start} – ${formatTime(to, undefined, day.timeZone)}`;
}

function wordsOf(part: Part, day: Day): { title: ReactNode; detail?: string; badge?: ReactNode } {
  if (part.kind === "free")
    return {
      title: (
        <Text as="span" tone="faint">
          {t`Free`}
        </Text>
      ),
    };
  if (part.kind === "leave") {
    const { minutes, origin, destination } = part;
    return {
      title: t`Leave for ${part.title}`,
      detail: t`${minutes} min from ${origin} to ${destination}`,
      badge: part.reading === "simulated" && <Badge>{t`Simulated`}</Badge>,
    };
  }
  return {
    title: (
      <Link to={part.href} data-stop>
        {part.title}
      </Link>
    ),
    detail: detailOf(part, day),
    badge: badgeOf(part),
  };
}

function badgeOf({ overlaps, isTentative }: EventPart): ReactNode {
  if (overlaps.length === 0 && !isTentative) return null;
  return (
    <Row as="span" gap={4}>
      {overlaps.length > 0 && <Badge tone="warn">{t`Overlaps`}</Badge>}
      {isTentative && <Badge>{t`Tentative`}</Badge>}
    </Row>
  );
}

const NAMED = 2;

/** Where it is, with whom, and how much is open with them. */
function detailOf({ place, people }: EventPart, day: Day): string {
  const met = people.map(
    ({ name, address }) => day.people.find((one) => one.address === address && address !== null) ?? { name },
  );
  const open = met.reduce(
    (sum, one) =>
      sum + ("owedByMe" in one ? one.owedByMe.length + one.owedByThem.length + (one.unread ? 1 : 0) : 0),
    0,
  );
  const names = met
    .slice(0, NAMED)
    .map(({ name }) => name)
    .join(", ");
  const others = met.length - NAMED;
  return [
    place,
    others > 0 ? t`${names} and ${others} more` : names,
    open > 0 && plural(open, { one: `${open} open point`, other: `${open} open points` }),
  ]
    .filter(Boolean)
    .join(" · ");
}
