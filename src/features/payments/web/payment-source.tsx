import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { t } from "#i18n/message.ts";
import { useRequest } from "#platform/client/use-write.ts";
import { formatAgo } from "#ui/dates.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { payments } from "./api.ts";
import styles from "./payments-page.module.css";

const STATE = payments.syncState.query({});
const FIGURES = ["list", "summary", "methods", "trend"];

type SyncState = Awaited<ReturnType<typeof payments.syncState.call>>;

/** Shows the source of the payments and their age; nothing if all are from files. */
export function PaymentSource() {
  const queries = useQueryClient();
  const { data } = useQuery({
    ...STATE,
    queryFn: async () => {
      const before = queries.getQueryData<SyncState>(STATE.queryKey);
      const now = await payments.syncState.call({});
      if (before && before.lastSyncedAt !== now.lastSyncedAt)
        for (const kind of FIGURES) void queries.invalidateQueries({ queryKey: ["payments", kind] });
      return now;
    },
    refetchInterval: ({ state }) => (state.data?.hasKey ? 5000 : false),
  });
  const read = useRequest({
    send: () => payments.sync.call({}),
    done: [t`Stripe is being read`, t`New payments appear here in a moment.`],
    failed: t`Failed to load payment data`,
  });
  if (!data || !(data.hasKey || data.hasWebhook)) return null;
  return (
    <Row gap={12} lineGap={4} wrap size="list" tone="soft" className={styles.source}>
      <p data-failed={data.lastError !== null || undefined}>{describeSource(data)}</p>
      {data.hasKey && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<RefreshCw size={14} strokeWidth={1.75} aria-hidden />}
          loading={read.isPending}
          onClick={() => read.mutate()}
        >
          {t`Read now`}
        </Button>
      )}
    </Row>
  );
}

function describeSource({ hasKey, lastError, isReading, lastSyncedAt }: SyncState): string {
  if (lastError) return t`Stripe could not be read: ${lastError}.`;
  if (isReading) return t`The first sync with Stripe is running. Earlier payments follow.`;
  if (lastSyncedAt) return t`From Stripe, read ${formatAgo(lastSyncedAt)}.`;
  return hasKey ? t`From Stripe; it is read within five minutes.` : t`From Stripe, updated by its webhook.`;
}
