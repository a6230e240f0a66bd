import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Download, ScrollText, ShieldCheck } from "lucide-react";
import { plural, t, term } from "#i18n/message.ts";
import { useRequest } from "#platform/client/use-write.ts";
import { formatNumber } from "#platform/numbers/format-number.ts";
import { formatDate, formatTime } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { type Column, DataTable } from "#ui/display/data-table.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { WhenInput } from "#ui/fields/when-input.tsx";
import { Button, LinkButton } from "#ui/inputs/button.tsx";
import { Grid, Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Page } from "#ui/page.tsx";
import { FAILED_TO_LOAD } from "../accounts/counters.tsx";
import { auditLog } from "../api.ts";
import styles from "./audit-page.module.css";
import { type AuditFilters, auditQuery, useAuditFilters } from "./use-audit-filters.ts";

type AuditEntry = Awaited<ReturnType<typeof auditLog.list.call>>["items"][number];

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    label: t`Time`,
    isTight: true,
    cell: ({ at }) => `${formatDate(at)}, ${formatTime(new Date(at))}`,
  },
  {
    label: t`Who`,
    isName: true,
    cell: ({ userName, userId, impersonator }) => {
      const name = userName ?? (userId ? t`Deleted account` : t`Nobody signed in`);
      return impersonator ? t`${name} (${impersonator} in their name)` : name;
    },
  },
  { label: t`What`, cell: ({ capability }) => <code>{capability}</code> },
  { label: t`Reason`, cell: ({ reason }) => reason ?? "–" },
  {
    label: t`Result`,
    isTight: true,
    cell: ({ outcome }) => (
      <Badge tone={outcome === "done" ? "neutral" : "bad"}>
        {outcome === "done" ? term("Done", "result of a call") : t`Refused`}
      </Badge>
    ),
  },
];

export function AuditPage() {
  const { place, change } = useAuditFilters();
  const question = auditQuery(place);
  const asked = new URLSearchParams(Object.entries(question));
  return (
    <Page
      title={t`Audit Log`}
      subtitle={t`Every write and every denied call. Nobody can change it`}
      primaryAction={
        <LinkButton
          variant="default"
          href={`/files/admin/audit.csv?${asked}`}
          download
          leftSection={<Download size={16} strokeWidth={1.75} aria-hidden />}
        >
          {t`Export CSV`}
        </LinkButton>
      }
    >
      <Stack>
        <Chain />
        <Filters filters={place} onChange={change} />
        <Rows question={question} />
      </Stack>
    </Page>
  );
}

/** Verifies the hash chain of the whole log on request. */
function Chain() {
  const check = useRequest({
    send: () => auditLog.verify.call({}),
    failed: t`The log could not be checked`,
  });
  const verdict = check.data;
  return (
    <Row
      as="section"
      gap={24}
      lineGap={12}
      justify="space-between"
      wrap
      pad={16}
      surface="card"
      aria-label={t`Hash chain`}
    >
      <Stack gap={6} align="start" size="list" tone="soft" className={styles.text} role="status">
        {verdict ? (
          <>
            <Badge tone={verdict.isValid ? "good" : "bad"} dot>
              {verdict.isValid ? t`The chain is intact` : t`The chain is broken`}
            </Badge>
            <p>
              {verdict.isValid
                ? t`${formatNumber(verdict.total)} rows in ${formatNumber(verdict.links)} links; ${formatNumber(verdict.waiting)} wait for the next one.`
                : verdict.brokenAt === null
                  ? plural(verdict.discrepancy, {
                      one: `${formatNumber(verdict.discrepancy)} rows are outside the chain or missing.`,
                      other: `${formatNumber(verdict.discrepancy)} rows are outside the chain or missing.`,
                    })
                  : t`Link ${formatNumber(verdict.brokenAt)} is broken: one of its rows was changed or is missing.`}
            </p>
            {verdict.lastHash && <code className={styles.hash}>{verdict.lastHash}</code>}
          </>
        ) : (
          <p>
            {t`Each link covers up to a thousand rows and the link before. Checking hashes all of them again.`}
          </p>
        )}
      </Stack>
      <Button
        variant="default"
        leftSection={<ShieldCheck size={16} strokeWidth={1.75} aria-hidden />}
        loading={check.isPending}
        onClick={() => check.mutate()}
      >
        {t`Check the chain`}
      </Button>
    </Row>
  );
}

type FiltersProps = { filters: AuditFilters; onChange(parts: Partial<AuditFilters>): void };

function Filters({ filters: place, onChange }: FiltersProps) {
  const areas = useQuery(auditLog.areas.query({}));
  const capability = areas.data?.items ?? (place.area ? [place.area] : []);
  return (
    <Grid columns="10rem">
      <NativeSelect
        label={t`Area`}
        value={place.area}
        onChange={({ target }) => onChange({ area: target.value })}
        data={[{ value: "", label: t`All areas` }, ...capability.map((value) => ({ value, label: value }))]}
      />
      <NativeSelect
        label={t`Result`}
        value={place.outcome}
        onChange={({ target }) => onChange({ outcome: target.value })}
        data={[
          { value: "", label: term("All", "all results") },
          { value: "done", label: term("Done", "result of a call") },
          { value: "refused", label: t`Refused` },
        ]}
      />
      <TextInput
        label={t`What`}
        placeholder="tasks.create"
        maxLength={100}
        value={place.capability}
        onChange={({ target }) => onChange({ capability: target.value })}
      />
      <TextInput
        label={t`Account`}
        placeholder={t`Email address`}
        maxLength={320}
        value={place.person}
        onChange={({ target }) => onChange({ person: target.value })}
      />
      <WhenInput
        label={term("From", "first day")}
        kind="day"
        value={place.from}
        onChange={(from) => onChange({ from })}
      />
      <WhenInput
        label={term("To", "last day")}
        kind="day"
        value={place.to}
        onChange={(to) => onChange({ to })}
      />
    </Grid>
  );
}

function Rows({ question }: { question: ReturnType<typeof auditQuery> }) {
  const list = useInfiniteQuery({
    queryKey: ["auditLog", "pages", question],
    queryFn: ({ pageParam, signal }) =>
      auditLog.list.call({ ...question, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (before) => before,
    meta: { failure: FAILED_TO_LOAD },
  });
  const rows = list.data?.pages.flatMap(({ items }) => items);
  if (!rows)
    return list.error ? (
      <ErrorState title={FAILED_TO_LOAD} message={list.error.message} onRetry={() => void list.refetch()} />
    ) : (
      <SkeletonRows count={8} label={t`Loading the audit log`} />
    );
  if (rows.length === 0)
    return (
      <EmptyState
        icon={ScrollText}
        title={t`Nothing in the log passes these filters`}
        message={t`Choose another area or a longer time.`}
      />
    );
  return (
    <>
      <Text as="div" surface="card" overflow="hidden">
        <DataTable label={t`Audit log`} columns={COLUMNS} rows={rows} />
      </Text>
      {list.hasNextPage && (
        <Button
          variant="default"
          className={styles.more}
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t`Show more`}
        </Button>
      )}
    </>
  );
}
