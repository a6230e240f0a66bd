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
import styles from "./charts.module.css";
import { ChartPlace, DAYS, FigureRecords, hours, noonOf, useWork } from "./figure-records.tsx";

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
    return (
      <ErrorState
        title={t`Your work figures could not be loaded`}
        message={t`Nothing is lost. Please try again.`}
        onRetry={() => void refetch()}
      />
    );
  return (
    <>
      <div className={styles.wide}>
        <Card
          title={t`Mail answered, last ${DAYS} days`}
          headerEnd={data && <BarNote text={responseTime(data.mail)} />}
        >
          {data ? <Mail mail={data.mail} /> : <ChartPlace />}
          <FigureRecords definition={data?.definitions.answered} figure="answered" />
        </Card>
      </div>
      <div className={styles.wide}>
        <Card
          title={t`Meetings, last ${DAYS} days`}
          headerEnd={data && <BarNote text={`${data.meetings.count}, ${hours(data.meetings.minutes)}`} />}
        >
          {data ? <Meetings days={data.meetings.days} /> : <ChartPlace />}
          <FigureRecords definition={data?.definitions.meetings} figure="meetings" />
        </Card>
      </div>
      <div className={styles.wide}>
        <Card
          title={t`Time to think, last ${DAYS} days`}
          headerEnd={data && <BarNote text={hours(data.focus.minutes)} />}
        >
          {data ? <Focus days={data.focus.days} /> : <ChartPlace />}
          <FigureRecords definition={data?.definitions.focus} figure="focus" />
        </Card>
      </div>
      <Card
        title={t`Decisions, last ${DAYS} days`}
        headerEnd={data && <BarNote text={String(data.decisions.completed)} />}
      >
        {data ? <Decisions decisions={data.decisions} /> : <Line width="60%" />}
        <FigureRecords definition={data?.definitions.decisions} figure="decisions" />
      </Card>
    </>
  );
}

const Decisions = ({ decisions }: Pick<Work, "decisions">) => (
  <>
    <BarList
      caption={t`Open decisions, and completed ones by outcome`}
      empty={t`Your workspaces decided nothing on these days.`}
      bars={[
        ...(decisions.open > 0
          ? [{ label: term("Open", "decisions in which votes are cast"), value: decisions.open }]
          : []),
        ...decisions.byOutcome.map(({ outcome, count }) => ({
          label: OUTCOMES[outcome] ?? outcome,
          value: count,
        })),
      ]}
    />
    <Votes of={decisions} />
  </>
);

function Votes({ of: { open, awaiting, completed, voted } }: { of: Work["decisions"] }) {
  const words = [
    open > 0 && t`Without your vote: ${awaiting} of ${open} open ones.`,
    completed > 0 && t`You voted in ${voted} of ${completed} completed ones.`,
  ].filter(Boolean);
  return (
    words.length > 0 && (
      <Text tone="soft" size="list" margin="8px 0 0">
        {words.join(" ")}
      </Text>
    )
  );
}

const responseTime = ({ answered, medianMinutes }: Work["mail"]) =>
  answered === 0 || medianMinutes === null
    ? t`none yet`
    : medianMinutes < 120
      ? t`in ${Math.round(medianMinutes)} min (median)`
      : t`in ${hours(medianMinutes)} (median)`;

const BarNote = ({ text }: { text: ReactNode }) => <span className={styles.total}>{text}</span>;

const Mail = ({ mail: { days } }: Pick<Work, "mail">) => (
  <ColumnChart
    caption={t`Messages received in the last ${DAYS} days, and answered`}
    heads={[t`Day`, t`Received`, t`Answered`]}
    empty={t`No mail came on these days.`}
    columns={days.map(({ date, received, answered }) => ({
      label: formatDate(noonOf(date)),
      value: received,
      part: answered,
    }))}
  />
);

type Days = { days: Work["focus"]["days"] };

const Meetings = ({ days }: Days) => (
  <Minutes
    caption={t`Hours in meetings in the last ${DAYS} days`}
    empty={t`No meeting was on these days.`}
    days={days}
  />
);

const Focus = ({ days }: Days) => (
  <Minutes
    caption={t`Hours to think in the last ${DAYS} days`}
    empty={t`No hour of these days was free of meetings.`}
    days={days}
  />
);

type MinutesProps = Days & { caption: string; empty: string };

const Minutes = ({ caption, empty, days }: MinutesProps) => (
  <ColumnChart
    caption={caption}
    empty={empty}
    heads={[t`Day`, t`Hours`]}
    columns={days.map(({ date, minutes }) => ({ label: formatDate(noonOf(date)), value: minutes }))}
    format={hours}
  />
);
