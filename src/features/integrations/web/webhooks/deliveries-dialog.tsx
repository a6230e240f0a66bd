import { useInfiniteQuery } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { formatMediumMoment } from "#ui/dates.ts";
import { Badge, type Tone } from "#ui/display/badge.tsx";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { incomingWebhooks, webhooks } from "../api.ts";
import styles from "../dialogs.module.css";

type Direction = "out" | "in";
type DeliveriesDialogProps = { direction: Direction; id: string; name: string; onClose(): void };

const STATES: Record<"queued" | "sending" | "done" | "failed", { word: string; tone: Tone }> = {
  queued: { word: t`Waiting`, tone: "info" },
  sending: { word: t`Being sent`, tone: "info" },
  done: { word: t`Delivered`, tone: "good" },
  failed: { word: t`Failed`, tone: "bad" },
};

/** Sent or received deliveries with their state, and a button to resend failed ones. */
export function DeliveriesDialog({ direction, id, name, onClose }: DeliveriesDialogProps) {
  const { list, queue } = useDeliveries(direction, id);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="large"
      title={direction === "out" ? t`Deliveries of ${name}` : t`Received by ${name}`}
      footer={
        <>
          {direction === "out" && (
            <Button variant="default" onClick={() => queue(() => webhooks.test.call({ id }))}>
              {t`Send a test`}
            </Button>
          )}
          <Button variant="default" onClick={onClose} data-autofocus>
            {t`Close`}
          </Button>
        </>
      }
    >
      <QueryContent query={list} failure={t`The log could not be loaded`}>
        {(items) => (
          <Stack as="ul" gap={0}>
            {items.length === 0 && <li className={styles.soft}>{t`No deliveries yet.`}</li>}
            {items.map((item) => (
              <DeliveryRow
                key={item.id}
                {...{ direction, item }}
                onRedeliver={() => queue(() => webhooks.redeliver.call({ deliveryId: item.id }))}
              />
            ))}
          </Stack>
        )}
      </QueryContent>
      {list.hasNextPage && (
        <Button variant="default" onClick={() => void list.fetchNextPage()}>
          {t`Show older`}
        </Button>
      )}
    </Dialog>
  );
}

function useDeliveries(direction: Direction, id: string) {
  const hooks = direction === "out" ? webhooks : incomingWebhooks;
  const queryKey = [direction === "out" ? "webhooks" : "incomingWebhooks", "deliveries", id];
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      hooks.deliveries.call({ id, limit: 20, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
  const { mutate: queue } = useWrite({
    send: (verb: () => Promise<unknown>) => verb(),
    invalidates: [queryKey],
    done: t`Queued`,
    failed: t`Failed to send`,
  });
  return { list, queue };
}

type DeliveryRowProps = {
  direction: Direction;
  item: NonNullable<ReturnType<typeof useDeliveries>["list"]["data"]>[number];
  onRedeliver(): void;
};

const DeliveryRow = ({ direction, item, onRedeliver }: DeliveryRowProps) => (
  <Row as="li" gap={12} align="baseline" size="list" className={styles.run}>
    <Text as="span" grow isTabular>
      {item.event}
      <Text as="span" tone="soft" overflow="break" display="block">
        {formatMediumMoment(new Date(item.createdAt))}
        {item.error && `. ${item.error}`}
      </Text>
    </Text>
    <Badge tone={STATES[item.state].tone} dot>
      {direction === "in" ? t`Received` : STATES[item.state].word}
    </Badge>
    {direction === "out" && item.state === "failed" && (
      <Button variant="default" onClick={onRedeliver}>
        {t`Send again`}
      </Button>
    )}
  </Row>
);
