import type { ReactNode } from "react";
import { t, term } from "#i18n/message.ts";
import { formatDate } from "#ui/dates.ts";
import { BarList } from "#ui/display/bar-list.tsx";
import { Card } from "#ui/display/card.tsx";
import { ColumnChart } from "#ui/display/column-chart.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Line } from "#ui/feedback/skeleton.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { Work } from "../api.ts";
import styles from "./analytics-page.module.css";
import { DAYS, FigureRecords, useWork } from "./figure-records.tsx";

const OUTCOMES: Record<string, string> = {
  approved: t`Approved`,
  rejected: t`Rejected`,
  tied: term("Tied", "outcome of a vote"),
  no_quorum: t`Without a quorum`,
  completed: t`Completed`,
};

/** Mail, meetings, focus time and decisions, each with its definition and records. */
export function WorkCharts() {
  const { data, isError, refetch } = useWork();
  if (isError && !data)
    return <ErrorState title={t`Your work figures could not be loaded`} onRetry={() => void refetch()} />;
  return (
    <>
      <Card
        title={t`Mail answered, last ${DAYS} days`}
        headerEnd={data && <BarNote text={responseTime(data.mail)} />}
      >
        {data ? <Mail mail={data.mail} /> : <Line width="60%" />}
        <FigureRecords definition={data?.definitions.answered} figure="answered" />
      </Card>
      <Card
        title={t`Decisions, last ${DAYS} days`}
        headerEnd={data && <BarNote text={String(data.decisions.completed)} />}
      >
        {data ? (
          <BarList
            caption={t`Completed decisions by outcome`}
            bars={data.decisions.byOutcome.map(({ outcome, count }) => ({
              label: OUTCOMES[outcome] ?? outcome,
              value: count,
            }))}
          />
        ) : (
          <Line width="60%" />
        )}
        {data && data.decisions.completed > 0 && <Voted count={data.decisions.voted} />}
        <FigureRecords definition={data?.definitions.decisions} figure="decisions" />
      </Card>
      <div className={styles.wide}>
        <Card
          title={t`Meetings, last ${DAYS} days`}
          headerEnd={data && <BarNote text={`${data.meetings.count}, ${hours(data.meetings.minutes)}`} />}
        >
          {data ? (
            <Minutes caption={t`Hours in meetings in the last ${DAYS} days`} days={data.meetings.days} />
          ) : (
            <Line width="60%" />
          )}
          <FigureRecords definition={data?.definitions.meetings} figure="meetings" />
        </Card>
      </div>
      <div className={styles.wide}>
        <Card
          title={t`Time to think, last ${DAYS} days`}
          headerEnd={data && <BarNote text={hours(data.focus.minutes)} />}
        >
          {data ? (
            <Minutes caption={t`Hours to think in the last ${DAYS} days`} days={data.focus.days} />
          ) : (
            <Line width="60%" />
          )}
          <FigureRecords definition={data?.definitions.focus} figure="focus" />
        </Card>
      </div>
    </>
  );
}

const Voted = ({ count }: { count: number }) => (
  <Text tone="soft" size="list" margin="8px 0 0">{t`You voted in ${count} of them.`}</Text>
);

const hours = (minutes: number) => t`${Math.round(minutes / 6) / 10} h`;

const responseTime = ({ answered, medianMinutes }: Work["mail"]) =>
  answered === 0 || medianMinutes === null
    ? t`none yet`
    : medianMinutes < 120
      ? t`in ${Math.round(medianMinutes)} min (median)`
      : t`in ${hours(medianMinutes)} (median)`;

const BarNote = ({ text }: { text: ReactNode }) => <span className={styles.total}>{text}</span>;

const Mail = ({ mail: { received, answered } }: Pick<Work, "mail">) => (
  <BarList
    caption={t`Received messages that were answered`}
    maximum={received}
    bars={[
      { label: t`Received`, value: received },
      { label: t`Answered`, value: answered },
    ]}
  />
);

const Minutes = ({ caption, days }: { caption: string; days: Work["focus"]["days"] }) => (
  <ColumnChart
    caption={caption}
    heads={[t`Day`, t`Hours`]}
    columns={days.map(({ date, minutes }) => ({ label: formatDate(date), value: minutes }))}
    format={hours}
  />
);
