import { useQuery } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import type { AttentionItemOnWire } from "#features/attention/model.ts";
import { type Attention, attention } from "#features/attention/web/api.ts";
import { t } from "#i18n/message.ts";
import { queryChange, useWrite } from "#platform/client/use-write.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { formatMoment } from "#ui/dates.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { ListRow } from "#ui/lists/list-row.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { iconOfRecord } from "../record-icons.ts";
import { DECIDED } from "./use-needs-you.ts";

const LISTED = 200;
const snoozedQuery = () =>
  attention.list.query({ timeZone: readerTimeZone(), limit: LISTED, shown: "snoozed" });

/** The items that are snoozed, with when they are back by themselves. */
export function Snoozed({ onClose }: { onClose(): void }) {
  const query = useQuery(snoozedQuery());
  const unsnooze = useUnsnooze();
  return (
    <Dialog isOpen onClose={onClose} title={t`Snoozed`} size="medium">
      <QueryContent query={query} failure={t`What is snoozed could not be loaded`}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={Clock} title={t`Nothing is snoozed.`} />
          ) : (
            <Stack as="ul" gap={0}>
              {items.map((item) => (
                <SnoozedItem key={item.id} item={item} onUnsnooze={() => unsnooze(item)} />
              ))}
            </Stack>
          )
        }
      </QueryContent>
    </Dialog>
  );
}

function SnoozedItem({ item, onUnsnooze }: { item: AttentionItemOnWire; onUnsnooze(): void }) {
  const Icon = iconOfRecord(item.record.kind);
  const moment = item.snoozedUntil ? formatMoment(item.snoozedUntil) : "";
  return (
    <ListRow
      as="li"
      leading={<Icon size={16} strokeWidth={1.75} aria-hidden />}
      title={item.title}
      detail={
        <Text as="span" tone="faint" size="label" overflow="dots">
          {t`Until ${moment}`}
        </Text>
      }
      actions={
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t`Bring back now: ${item.title}`}
          onClick={onUnsnooze}
        >
          {t`Bring back now`}
        </Button>
      }
    />
  );
}

function useUnsnooze() {
  const timeZone = readerTimeZone();
  const unsnooze = useWrite<AttentionItemOnWire, unknown>({
    send: ({ id }) => attention.unmark.call({ timeZone, items: [id] }),
    optimistic: ({ id }) => [
      queryChange<Attention>(snoozedQuery().queryKey, (data) => ({
        total: data.total - 1,
        items: data.items.filter((item) => item.id !== id),
      })),
    ],
    invalidates: DECIDED,
    done: (_, { title }) => t`'${title}' needs you again`,
    failed: t`It was not brought back`,
    undo: (_, { id, snoozedUntil }) =>
      snoozedUntil
        ? {
            send: () =>
              attention.mark.call({ timeZone, items: [{ id, as: "snoozed", until: snoozedUntil }] }),
            failed: t`That was not undone`,
          }
        : undefined,
  });
  return unsnooze.mutate;
}
