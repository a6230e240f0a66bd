import { type ReactNode, useId, useState } from "react";
import { t, term } from "#i18n/message.ts";
import { formatDuration } from "#platform/time/durations.ts";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { plan } from "../api.ts";
import { KIND_NAMES, oldTimeOf } from "../plan-words.ts";
import { Records, type ReviewedRecord } from "./records.tsx";
import styles from "./review.module.css";

type Review = Awaited<ReturnType<typeof plan.review.call>>;
type Block = Review["blocks"][number];
/** A figure and what it counts. */
type Counted = { key: string; name: string; minutes: number; records: readonly ReviewedRecord[] };

/** What became of the plan, and where the hours went; each figure opens what it counts. */
export function WeekFigures({ review }: { review: Review }) {
  const [shown, show] = useState<string>();
  const toggle = (key: string) => show(shown === key ? undefined : key);
  const outcomes = outcomesOf(review);
  const open = outcomes.find(({ key }) => key === shown);
  const id = useId();
  return (
    <Stack gap={20}>
      <section aria-label={t`The plan`}>
        <div className={styles.outcomes}>
          {outcomes.map((each) => (
            <PlainButton
              key={each.key}
              className={styles.outcome}
              disabled={each.records.length === 0}
              aria-expanded={each.key === shown}
              aria-controls={id}
              onClick={() => toggle(each.key)}
            >
              <Text as="span" size="lead" weight="strong" isTabular display="block">
                {formatDuration(each.minutes)}
              </Text>
              <Text as="span" size="label" tone="soft">
                {each.name}
              </Text>
            </PlainButton>
          ))}
        </div>
        <div id={id} className={styles.records}>
          {open && <Records records={open.records} label={open.name} />}
        </div>
      </section>
      <Bars title={t`Focus hours`} bars={focusOf(review)} {...{ shown, toggle }} />
      <Bars title={t`Where the hours went`} bars={kindsOf(review)} {...{ shown, toggle }} />
      <Bars title={t`By project`} bars={projectsOf(review)} {...{ shown, toggle }} />
    </Stack>
  );
}

type BarsProps = {
  title: string;
  bars: readonly Counted[];
  shown: string | undefined;
  toggle(key: string): void;
};

/** Lengths beside their figures; a bar opens below itself. */
function Bars({ title, bars, shown, toggle }: BarsProps): ReactNode {
  const most = Math.max(...bars.map(({ minutes }) => minutes), 1);
  if (bars.length === 0) return null;
  return (
    <Stack as="section" gap={4} aria-label={title}>
      <Text as="h3" size="list">
        {title}
      </Text>
      <ul>
        {bars.map((bar) => (
          <li key={bar.key}>
            <PlainButton
              focusInside
              className={styles.bar}
              disabled={bar.records.length === 0}
              aria-expanded={bar.key === shown}
              onClick={() => toggle(bar.key)}
            >
              <Text as="span" size="list" overflow="dots" title={bar.name}>
                {bar.name}
              </Text>
              <span className={styles.track} aria-hidden>
                <span className={styles.length} style={{ width: `${(bar.minutes / most) * 100}%` }} />
              </span>
              <Text as="span" size="label" weight="medium" isTabular className={styles.amount}>
                {formatDuration(bar.minutes)}
              </Text>
            </PlainButton>
            {bar.key === shown && <Records records={bar.records} label={bar.name} />}
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function outcomesOf(review: Review): Counted[] {
  const { blocks, plannedMinutes, doneMinutes, missedMinutes, movedMinutes } = review;
  const counted = (key: string, name: string, minutes: number, isCounted: (block: Block) => boolean) => ({
    ...{ key, name, minutes, records: blocks.filter(isCounted).map(toRecord) },
  });
  return [
    counted("planned", term("Planned", "minutes of a week"), plannedMinutes, () => true),
    counted("done", term("Done", "minutes of a week"), doneMinutes, ({ state }) => state === "done"),
    counted("missed", term("Missed", "minutes of a week"), missedMinutes, ({ state }) => state === "missed"),
    counted("moved", term("Moved", "minutes of a week"), movedMinutes, ({ isMoved }) => isMoved),
  ];
}

/** None where no focus hours are set. */
function focusOf({ focus }: Review): Counted[] {
  const { hadMinutes, lostMinutes, defendedMinutes, lost, defended } = focus;
  if (hadMinutes === 0) return [];
  return [
    { key: "focus", name: term("There were", "of focus hours"), minutes: hadMinutes, records: [] },
    {
      ...{ key: "lost", name: t`Lost to meetings`, minutes: lostMinutes },
      records: lost.map(toMeetingRecord),
    },
    {
      ...{
        key: "defended",
        name: term("Defended", "focus hours, by declined invitations"),
        minutes: defendedMinutes,
      },
      records: defended.map(toMeetingRecord),
    },
  ];
}

/** Meetings first: they are what a plan has to get round. */
const kindsOf = ({ meetings, meetingMinutes, kinds, blocks }: Review): Counted[] => [
  {
    ...{ key: "meetings", name: t`Meetings`, minutes: meetingMinutes },
    records: meetings.map(toMeetingRecord),
  },
  ...kinds.map(({ kind, minutes }) => ({
    ...{ key: kind, name: KIND_NAMES[kind], minutes },
    records: blocks.filter((block) => block.kind === kind).map(toRecord),
  })),
];

/** None where no planned task has a project: they would say the same again. */
function projectsOf({ projects, blocks }: Review): Counted[] {
  if (projects.every(({ projectId }) => projectId === null)) return [];
  return projects.map(({ projectId, name, minutes }) => ({
    ...{ key: projectId ?? "none", name: name ?? t`No project`, minutes },
    records: blocks.filter((block) => block.projectId === projectId).map(toRecord),
  }));
}

const toMeetingRecord = (meeting: Review["meetings"][number]): ReviewedRecord => ({
  ...{ key: `${meeting.eventId} ${meeting.startTime}`, title: meeting.title },
  ...{ href: `/calendar?event=${meeting.eventId}`, detail: detailOf(meeting) },
});

const toRecord = (block: Block): ReviewedRecord => ({
  ...{ key: block.eventId, title: block.title, href: block.href, detail: detailOf(block) },
});

/** 'Tue, 9:00 AM · 45 min' */
const detailOf = (span: { startTime: string; minutes: number }): string =>
  `${oldTimeOf(span)} · ${formatDuration(span.minutes)}`;
