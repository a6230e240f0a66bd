import { useQuery } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { formatMoney } from "#platform/numbers/format-number.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { formatMonthAndDay, formatShortMonth } from "#ui/dates.ts";
import { BarList } from "#ui/display/bar-list.tsx";
import { Card } from "#ui/display/card.tsx";
import { ColumnChart } from "#ui/display/column-chart.tsx";
import { QueryContent, type QueryContentProps } from "#ui/feedback/query-content.tsx";
import { Text } from "#ui/layout/text.tsx";
import { type DateRange, formatGrowth } from "../model.ts";
import { payments } from "./api.ts";
import styles from "./payment-charts.module.css";

const HEADS = { day: t`Day`, week: t`Week from`, month: t`Month` };

/** Payments by method and revenue over time; each chart is also a table. */
export function PaymentCharts({ range }: { range: DateRange }) {
  const timeZone = readerTimeZone();
  const methods = useQuery(payments.methods.query({ range }));
  const trend = useQuery(payments.trend.query({ range, timeZone }));
  return (
    <div className={styles.charts}>
      <Card title={t`Payment Methods`}>
        <Chart query={methods}>
          {(data) => (
            <BarList
              caption={t`Share of the payments by method`}
              empty={t`No payments in this time.`}
              maximum={100}
              bars={data.methods.map(({ paymentMethod, percent }) => ({
                label: paymentMethod,
                value: percent,
                text: `${percent}%`,
              }))}
            />
          )}
        </Chart>
      </Card>
      <Card
        title={t`Revenue Trend`}
        headerEnd={trend.data && trend.data.growth !== null && <Growth growth={trend.data.growth} />}
      >
        <Chart query={trend}>
          {({ unit, points, currency }) => (
            <ColumnChart
              caption={t`Revenue of completed payments`}
              empty={t`No payments in this time.`}
              heads={[HEADS[unit], t`Revenue`]}
              columns={points.map(({ from, revenue }) => ({ label: labelOf(from, unit), value: revenue }))}
              format={(revenue) => formatMoney(revenue, currency)}
            />
          )}
        </Chart>
      </Card>
    </div>
  );
}

const Growth = ({ growth }: { growth: number }) => (
  <Text as="span" size="label" tone="soft" className={styles.growth} data-falling={growth < 0 || undefined}>
    {rich(t`<0>${formatGrowth(growth)}</0> against the 30 days before`, (words) => (
      <strong>{words}</strong>
    ))}
  </Text>
);

const Chart = <T,>(props: Pick<QueryContentProps<T>, "query" | "children">) => (
  <QueryContent {...props} failure={t`This chart could not be read`} loading={t`Loading the chart`} />
);

function labelOf(day: string, unit: keyof typeof HEADS): string {
  const at = new Date(`${day}T12:00:00Z`);
  return (unit === "month" ? formatShortMonth : formatMonthAndDay)(at, undefined, "UTC");
}
