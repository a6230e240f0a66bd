import { useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { formatAgo } from "#ui/dates.ts";
import { type Column, DataTable } from "#ui/display/data-table.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { FAILED_TO_LOAD } from "../accounts/counters.tsx";
import { systemJobs } from "../api.ts";
import { useAdminWrite } from "../use-admin-write.ts";

type Job = Awaited<ReturnType<typeof systemJobs.list.call>>["items"][number];

const STATES = [
  { value: "waiting", label: t`Waiting` },
  { value: "active", label: t`At work` },
  { value: "failed", label: t`Failed` },
  { value: "done", label: term("Done", "jobs that are done") },
] as const;
type State = (typeof STATES)[number]["value"];

const FACTS: readonly Column<Job>[] = [
  { label: t`Job`, isName: true, cell: ({ name }) => <code>{name}</code> },
  {
    label: t`Since`,
    isTight: true,
    cell: (job) => formatAgo(job.endedAt ?? job.startedAt ?? job.createdAt),
  },
  { label: t`Tries`, cell: ({ attempts }) => String(attempts) },
  { label: t`What went wrong`, cell: ({ problem }) => problem ?? "–" },
];

export function JobsPanel() {
  const [state, setState] = useState<State>("waiting");
  const jobs = useQuery({
    ...systemJobs.list.query({ state }),
    refetchInterval: 30_000,
    meta: { failure: FAILED_TO_LOAD },
  });
  const retry = useAdminWrite(systemJobs.retry, {
    resource: "systemJobs",
    failure: t`The job was not retried`,
  });
  const cancel = useAdminWrite(systemJobs.cancel, {
    resource: "systemJobs",
    failure: t`The job was not cancelled`,
  });
  const columns: Column<Job>[] = [
    ...FACTS,
    {
      label: t`Actions`,
      isEnd: true,
      cell: ({ id, name, state: own }) =>
        state === "failed" ? (
          <Row gap={8} justify="end">
            {own !== "cancelled" && (
              <Act label={t`Dismiss`} name={t`Dismiss ${name}`} onClick={() => cancel.mutate({ id })} />
            )}
            <Act label={t`Retry`} name={t`Retry ${name}`} onClick={() => retry.mutate({ id })} />
          </Row>
        ) : state === "waiting" ? (
          <Act label={t`Cancel`} name={t`Cancel ${name}`} onClick={() => cancel.mutate({ id })} />
        ) : (
          "–"
        ),
    },
  ];
  return (
    <Stack>
      <SegmentedControl
        label={t`State`}
        value={state}
        onChange={(value) => setState(STATES.find((each) => each.value === value)?.value ?? "waiting")}
        options={STATES}
      />
      <QueryContent query={jobs} failure={FAILED_TO_LOAD} rows={6}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={ListChecks} title={t`No job is in this state`} />
          ) : (
            <Text as="div" surface="card" overflow="hidden">
              <DataTable label={t`Jobs`} columns={columns} rows={items} />
            </Text>
          )
        }
      </QueryContent>
    </Stack>
  );
}

const Act = ({ label, name, onClick }: { label: string; name: string; onClick(): void }) => (
  <Button variant="default" size="compact-md" aria-label={name} onClick={onClick}>
    {label}
  </Button>
);
