import { useQuery } from "@tanstack/react-query";
import { CircleDollarSign, Download, FileUp, Percent, ReceiptText, TrendingUp } from "lucide-react";
import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { formatMoney } from "#platform/numbers/format-number.ts";
import { Badge } from "#ui/display/badge.tsx";
import { StatCard } from "#ui/display/stat-card.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { laterDialog, laterPart } from "#ui/later-part.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { useFailureReport } from "#ui/overlays/use-failure-report.ts";
import { Page } from "#ui/page.tsx";
import { DATE_RANGES, type DateRange, PAYMENT_STATUSES, type PaymentSummary, statusLabel } from "../model.ts";
import { payments } from "./api.ts";
import { exportPayments } from "./export-payments.ts";
import { type PaymentPageParams, usePaymentPageParams } from "./payment-page-params.ts";
import { PaymentSource } from "./payment-source.tsx";
import styles from "./payments-page.module.css";
import { TransactionsTable } from "./transactions-table.tsx";

const ImportDialog = laterDialog(async () => (await import("./import-dialog.tsx")).ImportDialog);

const PaymentCharts = laterPart(
  async () => (await import("./payment-charts.tsx")).PaymentCharts,
  <SkeletonRows count={3} label={t`Loading the chart`} />,
);

const RANGE_LABELS: Record<DateRange, string> = {
  "7d": t`Last 7 days`,
  "30d": t`Last 30 days`,
  "90d": t`Last 90 days`,
  "1y": t`Last year`,
};

const COUNTED: Record<DateRange, string> = {
  "7d": t`Completed payments: last 7 days.`,
  "30d": t`Completed payments: last 30 days.`,
  "90d": t`Completed payments: last 90 days.`,
  "1y": t`Completed payments: last year.`,
};

export function PaymentsPage() {
  const { address, change } = usePaymentPageParams();
  const { range } = address;
  const [isImporting, setImporting] = useState(false);
  useFetchAfterPage(ImportDialog);
  const summary = useQuery(payments.summary.query({ range }));
  useFailureReport(summary.isError, () => toast.failure(t`Failed to load payment data`));
  return (
    <Page
      title={t`Payment Reports`}
      subtitle={t`Revenue, payment methods and every transaction`}
      actions={
        <>
          {summary.data?.source === "sample" && (
            <div>
              <Badge tone="info">{t`Sample data`}</Badge>
            </div>
          )}
          <Button
            variant="default"
            leftSection={<FileUp size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => setImporting(true)}
          >
            {t`Import CSV`}
          </Button>
        </>
      }
      primaryAction={
        <Button
          leftSection={<Download size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => void exportPayments(address)}
        >
          {t`Export Data`}
        </Button>
      }
      stats={<Cards summary={summary.isError ? null : summary.data} range={range} />}
    >
      <Stack>
        <PaymentSource />
        <PaymentCharts range={range} />
        <Filters address={address} onChange={change} />
        <TransactionsTable address={address} onChange={change} />
      </Stack>
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </Page>
  );
}

/** Undefined while loading, null if unavailable. */
function Cards({ summary, range }: { summary: PaymentSummary | null | undefined; range: DateRange }) {
  const figure = <T,>(of: (known: PaymentSummary) => T): T | null | undefined =>
    summary ? of(summary) : summary;
  const money = (amount: (known: PaymentSummary) => number) =>
    figure((known) => formatMoney(amount(known), known.currency));
  return (
    <>
      <StatCard
        label={t`Total Revenue`}
        icon={CircleDollarSign}
        value={money(({ totalRevenue }) => totalRevenue)}
        definition={COUNTED[range]}
      />
      <StatCard
        label={t`Monthly Revenue`}
        icon={TrendingUp}
        value={money(({ monthlyRevenue }) => monthlyRevenue)}
        definition={t`Completed payments of the last 30 days, whatever the date range.`}
      />
      <StatCard
        label={t`Transactions`}
        icon={ReceiptText}
        value={figure(({ totalTransactions }) => totalTransactions)}
        definition={
          summary &&
          `${t`${summary.successfulTransactions} completed and ${summary.failedTransactions} failed.`} ${averageOf(summary)}`
        }
      />
      <StatCard
        label={t`Conversion Rate`}
        icon={Percent}
        value={figure(({ conversionRate }) => (conversionRate === null ? "–" : `${conversionRate}%`))}
        definition={t`Share of payments that were completed.`}
      />
    </>
  );
}

function averageOf({ averageTransactionValue, topPaymentMethod, currency }: PaymentSummary): string {
  if (averageTransactionValue === null)
    return topPaymentMethod === null
      ? t`An average of nothing each; most often by no method.`
      : t`An average of nothing each; most often by ${topPaymentMethod}.`;
  const average = formatMoney(averageTransactionValue, currency);
  return topPaymentMethod === null
    ? t`An average of ${average} each; most often by no method.`
    : t`An average of ${average} each; most often by ${topPaymentMethod}.`;
}

type FiltersProps = { address: PaymentPageParams; onChange(parts: Partial<PaymentPageParams>): void };

const Filters = ({ address, onChange }: FiltersProps) => (
  <Row gap={12} align="stretch" wrap className={styles.filters}>
    <NativeSelect
      label={t`Status`}
      value={address.status ?? "all"}
      onChange={({ target }) =>
        onChange({ status: PAYMENT_STATUSES.find((status) => status === target.value) })
      }
      data={[
        { value: "all", label: term("All", "payments of any status") },
        ...PAYMENT_STATUSES.map((value) => ({ value, label: statusLabel(value) })),
      ]}
    />
    <NativeSelect
      label={t`Date Range`}
      value={address.range}
      onChange={({ target }) =>
        onChange({ range: DATE_RANGES.find((range) => range === target.value) ?? address.range })
      }
      data={DATE_RANGES.map((value) => ({ value, label: RANGE_LABELS[value] }))}
    />
  </Row>
);
