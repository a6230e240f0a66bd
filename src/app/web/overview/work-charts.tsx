import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { BarList } from "#ui/bar-list.tsx";
import { Card } from "#ui/card.tsx";
import { ColumnChart } from "#ui/column-chart.tsx";
import { formatDate } from "#ui/dates.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { Line } from "#ui/skeleton.tsx";
import { dashboard, type Work } from "../api.ts";
import { ownTimeZone } from "../dashboard/own-time-zone.ts";
import styles from "./analytics-page.module.css";

const DAYS = 30;
const OUTCOMES: Record<string, string> = {
  approved: "Approved",
  rejected: "Rejected",
  tied: "Tied",
  no_quorum: "Without a quorum",
  completed: "Completed",
};

/** Mail, meetings, time to think and decisions, each with what it counts and the records behind it. */
export function WorkCharts() {
  const { data, isError, refetch } = useQuery({
    ...dashboard.work.query({ timeZone: ownTimeZone(), days: DAYS }),
    meta: { failure: "Failed to load how you worked" },
  });
  if (isError && !data)
    return <ErrorState title="How you worked could not be loaded" onRetry={() => void refetch()} />;
  return (
    <>
      <Card title={`Mail answered, last ${DAYS} days`} aside={data && <Aside text={howFast(data.mail)} />}>
        {data ? <Mail mail={data.mail} /> : <Line width="60%" />}
        <Behind work={data} figure="answered" />
      </Card>
      <Card
        title={`Decisions, last ${DAYS} days`}
        aside={data && <Aside text={String(data.decisions.completed)} />}
      >
        {data ? (
          <BarList
            caption="Completed decisions by outcome"
            bars={data.decisions.byOutcome.map(({ outcome, count }) => ({
              label: OUTCOMES[outcome] ?? outcome,
              value: count,
            }))}
          />
        ) : (
          <Line width="60%" />
        )}
        {data && data.decisions.completed > 0 && (
          <p className={styles.fact}>{`You voted in ${data.decisions.voted} of them.`}</p>
        )}
        <Behind work={data} figure="decisions" />
      </Card>
      <div className={styles.wide}>
        <Card
          title={`Meetings, last ${DAYS} days`}
          aside={data && <Aside text={`${data.meetings.count}, ${hours(data.meetings.minutes)}`} />}
        >
          {data ? (
            <Minutes caption={`Hours in meetings in the last ${DAYS} days`} days={data.meetings.days} />
          ) : (
            <Line width="60%" />
          )}
          <Behind work={data} figure="meetings" />
        </Card>
      </div>
      <div className={styles.wide}>
        <Card
          title={`Time to think, last ${DAYS} days`}
          aside={data && <Aside text={hours(data.focus.minutes)} />}
        >
          {data ? (
            <Minutes caption={`Hours to think in the last ${DAYS} days`} days={data.focus.days} />
          ) : (
            <Line width="60%" />
          )}
          <Behind work={data} figure="focus" />
        </Card>
      </div>
    </>
  );
}

const hours = (minutes: number) => `${Math.round(minutes / 6) / 10} h`;

const howFast = ({ answered, medianMinutes }: Work["mail"]) =>
  answered === 0 || medianMinutes === null
    ? "none yet"
    : medianMinutes < 120
      ? `in ${Math.round(medianMinutes)} min (median)`
      : `in ${hours(medianMinutes)} (median)`;

const Aside = ({ text }: { text: ReactNode }) => <span className={styles.total}>{text}</span>;

const Mail = ({ mail: { received, answered } }: Pick<Work, "mail">) => (
  <BarList
    caption="Received messages that were answered"
    maximum={received}
    bars={[
      { label: "Received", value: received },
      { label: "Answered", value: answered },
    ]}
  />
);

const Minutes = ({ caption, days }: { caption: string; days: Work["focus"]["days"] }) => (
  <ColumnChart
    caption={caption}
    heads={["Day", "Hours"]}
    columns={days.map(({ date, minutes }) => ({ label: formatDate(date), value: minutes }))}
    format={hours}
  />
);

type Figure = keyof Work["definitions"];

/** What a figure counts and, when it is opened, the records themselves. */
function Behind({ work, figure }: { work: Work | undefined; figure: Figure }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.behind} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>What this counts</summary>
      <p>{work?.definitions[figure]}</p>
      {isOpen && figure !== "focus" && <Records figure={figure} />}
    </details>
  );
}

function Records({ figure }: { figure: Exclude<Figure, "focus"> }) {
  const { data } = useQuery({
    ...dashboard.workRows.query({ figure, timeZone: ownTimeZone(), days: DAYS }),
    meta: { failure: "Failed to load what the figure counts" },
  });
  if (!data) return <Line width="60%" />;
  return (
    <ul className={styles.records} aria-label="Records">
      {data.items.map(({ id, title, at, minutes, href }) => (
        <li key={id}>
          <Link to={href}>{title}</Link>
          <span>{minutes === null ? formatDate(at) : `${formatDate(at)}, ${minutes} min`}</span>
        </li>
      ))}
    </ul>
  );
}
