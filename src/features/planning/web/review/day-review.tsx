import { CalendarCheck, Check, CircleCheck } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { t } from "#i18n/message.ts";
import { formatDuration } from "#platform/time/durations.ts";
import { formatTime } from "#ui/dates.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { QueryContent, type QueryState } from "#ui/feedback/query-content.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Keys } from "#ui/keyboard/keys.tsx";
import { focusFirstStop, moveAmongStops } from "#ui/keyboard/move-focus.ts";
import { useKeyHints } from "#ui/keyboard/shortcuts.ts";
import { IconText } from "#ui/layout/icon-text.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { dayName, timesOf } from "../plan-words.ts";
import { useItemActs } from "./item-acts.ts";
import { OpenItem } from "./open-item.tsx";
import { Records } from "./records.tsx";
import styles from "./review.module.css";
import type { DayOnWire } from "./use-day-review.ts";

/** Keys of the rows, for the list of shortcuts. */
const KEYS = [
  { keys: "d", label: t`Done` },
  { keys: "t", label: t`Tomorrow` },
  { keys: "w", label: t`Within a week` },
  { keys: "x", label: t`Take out of the plan` },
] as const;

/** The evening: what is done, one act for each thing that is open, and what tomorrow begins with. */
export function DayReview({ query }: { query: QueryState<DayOnWire> }) {
  useKeyHints(KEYS, t`Review of the day: what is open`);
  return (
    <QueryContent
      query={query}
      failure={t`Today could not be reviewed`}
      placeholder={<SkeletonRows isBare count={4} height={72} />}
    >
      {(day) => <Day day={day} />}
    </QueryContent>
  );
}

function Day({ day: { items, tomorrow } }: { day: DayOnWire }) {
  const act = useItemActs();
  const open = items.filter(({ isDone }) => !isDone);
  const done = items.filter(({ isDone }) => isDone);
  const list = useRef<HTMLElement>(null);
  // With the first row the keys begin; who chose this part by its switch stays there.
  useEffect(() => {
    if (!(document.activeElement instanceof HTMLInputElement)) focusFirstStop(list.current);
  }, []);
  return (
    <Stack gap={20} ref={list} onKeyDown={moveAmongStops}>
      {items.length === 0 && (
        <EmptyState
          icon={CalendarCheck}
          title={t`Nothing was planned today`}
          message={t`What you plan for a day appears here, done or still open.`}
        />
      )}
      {open.length > 0 && (
        <Section title={t`Still open`} fact={String(open.length)}>
          <ul>
            {open.map((item) => (
              <OpenItem key={item.item} item={item} onAct={(name) => act(name, item)} />
            ))}
          </ul>
          <Row wrap gap={12} className={styles.hints} aria-hidden>
            {KEYS.map(({ keys, label }) => (
              <Row as="span" key={keys} gap={6}>
                <Keys keys={keys} />
                <Text as="span" size="label" tone="faint">
                  {label}
                </Text>
              </Row>
            ))}
          </Row>
        </Section>
      )}
      {open.length === 0 && done.length > 0 && (
        <IconText icon={CircleCheck} iconSize={16} size="list" tone="good">
          {t`Nothing of today’s plan is open`}
        </IconText>
      )}
      {done.length > 0 && (
        <Section title={t`Done`} fact={formatDuration(done.reduce((sum, { minutes }) => sum + minutes, 0))}>
          <Records
            records={done.map((item) => ({ ...item, key: item.item, detail: timesOf(item), icon: Check }))}
          />
        </Section>
      )}
      <Tomorrow tomorrow={tomorrow} />
    </Stack>
  );
}

type SectionProps = { title: string; fact: string; children: ReactNode };

const Section = ({ title, fact, children }: SectionProps) => (
  <Stack as="section" gap={4} aria-label={title}>
    <Row as="header" justify="space-between" align="baseline">
      <Text as="h3" size="list">
        {title}
      </Text>
      <Text as="span" size="label" tone="faint" isTabular>
        {fact}
      </Text>
    </Row>
    {children}
  </Stack>
);

function Tomorrow({ tomorrow }: Pick<DayOnWire, "tomorrow">) {
  const { day, first, meetingMinutes, plannedMinutes } = tomorrow;
  const amounts = [
    meetingMinutes > 0 && t`${formatDuration(meetingMinutes)} of meetings`,
    plannedMinutes > 0 && t`${formatDuration(plannedMinutes)} planned`,
  ].filter((each) => each !== false);
  return (
    <Section title={t`Tomorrow`} fact={dayName(day)}>
      {first ? (
        <Records
          records={[
            {
              ...{ key: first.eventId, title: first.title, href: `/calendar?event=${first.eventId}` },
              detail: t`Begins at ${formatTime(new Date(first.startTime))}`,
            },
          ]}
        />
      ) : (
        <Text size="list" tone="soft">
          {t`Nothing is in the calendar yet.`}
        </Text>
      )}
      {amounts.length > 0 && (
        <Text size="label" tone="soft" isTabular>
          {amounts.join(" · ")}
        </Text>
      )}
    </Section>
  );
}
