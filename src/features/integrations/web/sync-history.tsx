import { useInfiniteQuery } from "@tanstack/react-query";
import { plural, t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { formatMediumMoment } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { PROVIDER_TEXTS, type Provider } from "../model.ts";
import { integrations, type SyncRun } from "./api.ts";
import styles from "./dialogs.module.css";

const PAGE = 10;

/** Every synchronisation of an account, the newest first. */
export function SyncHistory({ provider, canReimport }: { provider: Provider; canReimport: boolean }) {
  const list = useInfiniteQuery({
    queryKey: ["integrations", "runs", provider],
    queryFn: ({ pageParam, signal }) =>
      integrations.runs.call({ provider, limit: PAGE, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const { name } = PROVIDER_TEXTS[provider];
  const reimport = useWrite({
    send: () => integrations.resync.call({ provider }),
    invalidates: [["integrations"]],
    done: [t`${name} syncs again from the beginning`, t`Nothing is duplicated.`],
    failed: t`Failed to sync ${name}`,
  });
  return (
    <Stack as="section" gap={8} aria-label={t`History`}>
      <Row gap={12} justify="space-between">
        <Text as="h3" size="body" weight="strong">
          {t`History`}
        </Text>
        {canReimport && (
          <BusyButton variant="default" isBusy={reimport.isPending} onClick={() => reimport.mutate()}>
            {t`Sync again from the beginning`}
          </BusyButton>
        )}
      </Row>
      <QueryContent query={list} failure={t`The history could not be loaded`}>
        {({ pages }) => <Runs runs={pages.flatMap(({ items }) => items)} />}
      </QueryContent>
      {list.hasNextPage && (
        <Button
          variant="default"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t`Show older`}
        </Button>
      )}
    </Stack>
  );
}

function Runs({ runs }: { runs: readonly SyncRun[] }) {
  if (runs.length === 0) return <p className={styles.soft}>{t`No syncs yet.`}</p>;
  return (
    <Stack as="ul" gap={0}>
      {runs.map(({ id, startedAt, isSuccessful, isAutomatic, error, ...counts }) => (
        <Row as="li" gap={12} align="baseline" size="list" key={id} className={styles.run}>
          <Text as="span" grow isTabular>
            {formatMediumMoment(new Date(startedAt))}
            <Text as="span" tone="soft" overflow="break" display="block">
              {error ?? describeCounts(counts)}
              {isAutomatic && `, ${t`automatic`}`}
            </Text>
          </Text>
          <Badge tone={isSuccessful ? "good" : "bad"} dot>
            {isSuccessful ? t`Succeeded` : t`Failed`}
          </Badge>
        </Row>
      ))}
    </Stack>
  );
}

function describeCounts({
  count,
  removed,
  quarantined,
  isFull,
}: Pick<SyncRun, "count" | "removed" | "quarantined" | "isFull">) {
  return [
    plural(count, { one: `${count} item`, other: `${count} items` }),
    ...(removed > 0 ? [plural(removed, { one: `${removed} removed`, other: `${removed} removed` })] : []),
    ...(quarantined > 0
      ? [
          plural(quarantined, {
            one: `${quarantined} could not be read`,
            other: `${quarantined} could not be read`,
          }),
        ]
      : []),
    ...(isFull ? [t`synced from the beginning`] : []),
  ].join(", ");
}
