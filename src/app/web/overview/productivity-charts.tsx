import { useQuery } from "@tanstack/react-query";
import { t, term } from "#i18n/message.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { formatDate } from "#ui/dates.ts";
import { BarList } from "#ui/display/bar-list.tsx";
import { Card } from "#ui/display/card.tsx";
import { ColumnChart } from "#ui/display/column-chart.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Line } from "#ui/feedback/skeleton.tsx";
import { dashboard, type Productivity } from "../api.ts";
import styles from "./charts.module.css";
import { ChartPlace, DAYS, FigureRecords, noonOf, useWork } from "./figure-records.tsx";

const PRIORITIES = {
  urgent: t`Urgent`,
  high: term("High", "a priority"),
  medium: term("Medium", "a priority"),
  low: term("Low", "a priority"),
};
/** Projects beyond these are too many for bars. */
const PROJECTS = 8;

/** Task charts: per day, by priority, by project. */
export function ProductivityCharts() {
  const { data, isError, refetch } = useQuery(
    dashboard.productivity.query({ timeZone: readerTimeZone(), days: DAYS }),
  );
  const work = useWork();
  if (isError && !data)
    return (
      <ErrorState
        title={t`Productivity could not be loaded`}
        message={t`Nothing is lost. Please try again.`}
        onRetry={() => void refetch()}
      />
    );
  return (
    <>
      <div className={styles.wide}>
        <Card title={t`Tasks completed, last ${DAYS} days`} headerEnd={data && <Total days={data.days} />}>
          {data ? <Days days={data.days} /> : <ChartPlace />}
          <FigureRecords definition={work.data?.definitions.tasks} figure="tasks" />
        </Card>
      </div>
      <div className={data?.byProject.length === 0 ? styles.wide : undefined}>
        <Card title={t`By priority`}>
          {data ? (
            <BarList
              caption={t`Completed tasks by priority`}
              empty={t`No task was completed on these days, and none is open.`}
              bars={data.byPriority.map(({ priority, ...counts }) => bar(PRIORITIES[priority], counts))}
            />
          ) : (
            <Line width="60%" />
          )}
        </Card>
      </div>
      {data && data.byProject.length > 0 && (
        <Card title={t`By project`}>
          <BarList
            caption={t`Completed tasks by project`}
            bars={data.byProject
              .slice(0, PROJECTS)
              .map(({ projectName, ...counts }) => bar(projectName ?? t`No project`, counts))}
          />
        </Card>
      )}
    </>
  );
}

function Days({ days }: Pick<Productivity, "days">) {
  return (
    <ColumnChart
      caption={t`Tasks completed in the last ${DAYS} days`}
      heads={[t`Day`, t`Completed`]}
      empty={t`No task was completed on these days.`}
      columns={days.map(({ date, completed }) => ({ label: formatDate(noonOf(date)), value: completed }))}
    />
  );
}

function Total({ days }: Pick<Productivity, "days">) {
  return <span className={styles.total}>{days.reduce((sum, { completed }) => sum + completed, 0)}</span>;
}

const bar = (label: string, { open, completed }: { open: number; completed: number }) => ({
  label,
  value: completed,
  text: t`${completed} of ${completed + open}`,
});
