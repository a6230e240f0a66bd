import { t } from "#i18n/message.ts";
import { formatDate, formatShortWeekday } from "#ui/dates.ts";
import { Card } from "#ui/display/card.tsx";
import { ColumnChart } from "#ui/display/column-chart.tsx";
import type { Work } from "../api.ts";
import styles from "./charts.module.css";
import { ChartPlace, FigureRecords, hours, noonOf, useWork } from "./figure-records.tsx";

/** Days of `week`. */
const AHEAD = 7;

/** What is booked and due today and in the six days after. */
export function WeekCharts() {
  const { data, isError } = useWork();
  if (isError && !data) return null;
  const booked = data?.week.map(({ meetings, other }) => meetings + other);
  return (
    <>
      <Card title={t`Booked, next ${AHEAD} days`} headerEnd={<Total of={booked} format={hours} />}>
        {data ? <Booked week={data.week} /> : <ChartPlace />}
        <FigureRecords definition={data?.definitions.booked} figure="booked" />
      </Card>
      <Card
        title={t`Tasks due, next ${AHEAD} days`}
        headerEnd={<Total of={data?.week.map(({ due }) => due)} format={String} />}
      >
        {data ? <Due week={data.week} /> : <ChartPlace />}
        <FigureRecords definition={data?.definitions.due} figure="due" />
      </Card>
    </>
  );
}

type TotalProps = { of: readonly number[] | undefined; format(value: number): string };

const Total = ({ of, format }: TotalProps) =>
  of && <span className={styles.total}>{format(of.reduce((sum, each) => sum + each, 0))}</span>;

type Week = Pick<Work, "week">;

const Booked = ({ week }: Week) => (
  <ColumnChart
    caption={t`Hours that are booked in the next ${AHEAD} days`}
    heads={[t`Day`, t`Booked`, t`Meetings`]}
    empty={t`Nothing is in your calendar for these days.`}
    columns={week.map(({ date, meetings, other }) => ({
      ...dayOf(date),
      value: meetings + other,
      part: meetings,
    }))}
    format={hours}
  />
);

const Due = ({ week }: Week) => (
  <ColumnChart
    caption={t`Tasks that are due in the next ${AHEAD} days`}
    heads={[t`Day`, t`Tasks`]}
    empty={t`No task is due on these days.`}
    columns={week.map(({ date, due }) => ({ ...dayOf(date), value: due }))}
  />
);

const dayOf = (date: string) => ({
  label: formatDate(noonOf(date)),
  mark: formatShortWeekday(noonOf(date)),
});
