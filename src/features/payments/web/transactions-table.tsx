import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, ReceiptText } from "lucide-react";
import { t } from "#i18n/message.ts";
import { formatMoney } from "#platform/numbers/format-number.ts";
import { formatDate } from "#ui/dates.ts";
import { Badge, type Tone } from "#ui/display/badge.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { Text } from "#ui/layout/text.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { useFailureReport } from "#ui/overlays/use-failure-report.ts";
import { type PaymentOnWire, type PaymentSort, statusLabel } from "../model.ts";
import { payments } from "./api.ts";
import type { PaymentPageParams } from "./payment-page-params.ts";
import styles from "./transactions-table.module.css";

type TableProps = { address: PaymentPageParams; onChange(parts: Partial<PaymentPageParams>): void };

const TONES: Record<string, Tone> = { completed: "good", pending: "warn", failed: "bad", refunded: "info" };

/** Every payment that passes the filters, page after page. */
export function TransactionsTable({ address, onChange }: TableProps) {
  const input = { ...address, limit: 50 };
  const list = useInfiniteQuery({
    queryKey: ["payments", "list", input],
    queryFn: ({ pageParam, signal }) =>
      payments.list.call({ ...input, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  useFailureReport(list.isError, () => toast.failure(t`Failed to load payment data`));
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];

  if (rows.length === 0 && list.isError)
    return (
      <ErrorState
        title={t`Failed to load payment data`}
        message={t`Nothing is lost. Please try again.`}
        onRetry={() => void list.refetch()}
      />
    );
  if (list.isPending) return <SkeletonRows count={8} label={t`Loading payments`} />;
  if (rows.length === 0)
    return (
      <EmptyState
        icon={ReceiptText}
        title={t`No payment passes these filters`}
        message={t`Choose another status or a longer date range.`}
      />
    );
  return (
    <Text as="section" surface="card" overflow="hidden" aria-label={t`Transactions`}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t`Transactions`}</caption>
        <Heads address={address} onChange={onChange} />
        <tbody>
          {rows.map((payment) => (
            <Transaction key={payment.id} payment={payment} />
          ))}
        </tbody>
      </table>
      {list.hasNextPage && (
        <Text as="div" textAlign="center" line="above" pad={8}>
          <Button
            variant="subtle"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t`Show more`}
          </Button>
        </Text>
      )}
    </Text>
  );
}

const Heads = (props: TableProps) => (
  <thead>
    <tr>
      <Head sort="customer" {...props}>
        {t`Customer`}
      </Head>
      <th scope="col" className={styles.wide}>
        {t`Plan`}
      </th>
      <th scope="col" className={styles.wide}>
        {t`Payment Method`}
      </th>
      <th scope="col">{t`Status`}</th>
      <Head sort="date" {...props} isWide>
        {t`Date`}
      </Head>
      <Head sort="amount" {...props} isNumber>
        {t`Amount`}
      </Head>
    </tr>
  </thead>
);

const Transaction = ({ payment }: { payment: PaymentOnWire }) => (
  <tr>
    <th scope="row">
      <Text as="span" weight="medium" display="block">
        {payment.userName}
      </Text>
      <span className={styles.detail}>{payment.userEmail}</span>
      <span className={styles.narrow}>
        {formatDate(payment.createdAt)} · {payment.paymentMethod}
      </span>
    </th>
    <td className={styles.wide}>{payment.planName ?? payment.description ?? "–"}</td>
    <td className={styles.wide}>{payment.paymentMethod}</td>
    <td>
      <Badge tone={TONES[payment.status] ?? "neutral"} dot>
        {statusLabel(payment.status)}
      </Badge>
    </td>
    <td className={styles.wide}>{formatDate(payment.createdAt)}</td>
    <td className={styles.number}>
      {formatMoney(payment.amount, payment.currency)}
      {payment.refundedAmount > 0 && payment.status !== "refunded" && (
        <span className={styles.detail}>
          {t`${formatMoney(payment.refundedAmount, payment.currency)} refunded`}
        </span>
      )}
    </td>
  </tr>
);

type HeadProps = TableProps & { sort: PaymentSort; isNumber?: boolean; isWide?: boolean; children: string };

/** Click or Enter sorts by the column; the second time the other way round. */
function Head({ sort, address, onChange, isNumber, isWide, children }: HeadProps) {
  const isSorted = address.sort === sort;
  const isAscending = address.direction === "asc";
  const next = isSorted ? (isAscending ? "desc" : "asc") : sort === "customer" ? "asc" : "desc";
  const Arrow = isAscending ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      className={isNumber ? styles.number : isWide ? styles.wide : undefined}
      aria-sort={isSorted ? (isAscending ? "ascending" : "descending") : undefined}
    >
      <PlainButton className={styles.sort} onClick={() => onChange({ sort, direction: next })}>
        {children}
        {isSorted && <Arrow size={14} strokeWidth={1.75} aria-hidden />}
      </PlainButton>
    </th>
  );
}
