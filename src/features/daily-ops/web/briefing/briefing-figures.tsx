import { CalendarDays, ListChecks, type LucideIcon, Mail, Newspaper } from "lucide-react";
import type { ReactNode } from "react";
import { plural, t } from "#i18n/message.ts";
import { Figure } from "#ui/display/figure.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { type BriefingOnWire, COUNTED, type CountedFigure, hrefOf, type RecordLink } from "../../model.ts";
import { InnerLink } from "../inner-link.tsx";
import panel from "../panel.module.css";
import styles from "./briefing-figures.module.css";

/** The figures; a click on one opens the records that it counts. */
export function BriefingFigures({ briefing }: { briefing: BriefingOnWire }) {
  const { tasksSummary, calendarSummary, emailSummary, newsSummary, records } = briefing;
  const traced = (figure: CountedFigure, count: number, name: string) => (
    <Figure
      value={count}
      name={name}
      definition={<Records meaning={MEANINGS[figure]} count={count} records={records[figure] ?? []} />}
    />
  );
  const card = <K extends string>(area: string, words: Record<K, string>, counts: Record<K, number>) =>
    (Object.keys(words) as K[]).map((name) => (
      <Stack key={name} shrink gap={0} className={styles.figure}>
        <dt>{words[name]}</dt>
        <dd>{traced(`${area}.${name}` as CountedFigure, counts[name], words[name])}</dd>
      </Stack>
    ));
  return (
    <Row gap={12} align="stretch" wrap className={styles.cards}>
      <Counts icon={ListChecks} title={t`Tasks`}>
        {card("tasks", COUNTED.tasks, tasksSummary)}
      </Counts>
      <Counts icon={CalendarDays} title={t`Calendar`}>
        {card("calendar", COUNTED.calendar, calendarSummary)}
      </Counts>
      <Counts icon={Mail} title={t`Email`}>
        {card("email", COUNTED.email, emailSummary)}
      </Counts>
      {newsSummary && (
        <Counts icon={Newspaper} title={t`News`}>
          <Stack shrink gap={0} className={styles.figure}>
            <dt>{newsSummary.top_categories.join(", ") || t`Articles`}</dt>
            <dd>
              <InnerLink href="/daily-ops?tab=news" className={panel.link}>
                {newsSummary.total_articles}
              </InnerLink>
            </dd>
          </Stack>
        </Counts>
      )}
    </Row>
  );
}

const Counts = ({
  icon: Icon,
  title,
  children,
}: {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
}) => (
  <section className={styles.card} aria-label={title}>
    <Row as="h3" size="list" tone="soft" weight="medium" margin="0 0 10px">
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      {title}
    </Row>
    <Row as="dl" gap={20} lineGap={10} align="stretch" wrap>
      {children}
    </Row>
  </section>
);

const MEANINGS: Record<CountedFigure, string> = {
  "tasks.total": t`Tasks due today or later, new tasks without a date, and overdue tasks.`,
  "tasks.completed": t`Tasks of these that are completed.`,
  "tasks.overdue": t`Open tasks that were due before the briefing.`,
  "tasks.high_priority": t`Open tasks of high or urgent priority.`,
  "calendar.total_events": t`Events today and later.`,
  "calendar.meetings": t`Events with attendees, a meeting link or the category meeting.`,
  "calendar.deadlines": t`Events with 'deadline' in the title.`,
  "email.total": t`Emails since midnight.`,
  "email.unread": t`Received since midnight and unread when the briefing was generated.`,
  "email.urgent": t`Urgent emails since midnight.`,
};

const describeMore = (count: number) =>
  plural(count, { one: `and ${count} more`, other: `and ${count} more` });

type RecordsProps = { meaning: string; count: number; records: readonly RecordLink[] };

const Records = ({ meaning, count, records }: RecordsProps) => (
  <>
    <p>{meaning}</p>
    <Stack as="ul" gap={4} className={styles.records}>
      {records.map((record) => (
        <li key={record.id}>
          <InnerLink href={hrefOf(record)} className={panel.link}>
            {record.title}
          </InnerLink>
        </li>
      ))}
      {records.length > 0 && count > records.length && <li>{describeMore(count - records.length)}</li>}
    </Stack>
  </>
);
