import { useQuery } from "@tanstack/react-query";
import { Inbox, Plus, Send } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { formatAgo } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { laterDialog } from "#ui/later-part.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { SettingsRow } from "#ui/lists/settings-row.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { HOOK_RESOURCE_LABELS, type WebhookResource } from "../../model.ts";
import { type IncomingWebhook, incomingWebhooks, type Webhook, webhooks } from "../api.ts";

const DeliveriesDialog = laterDialog(async () => (await import("./deliveries-dialog.tsx")).DeliveriesDialog);
const NewWebhookDialog = laterDialog(async () => (await import("./new-webhook-dialog.tsx")).NewWebhookDialog);

type OpenWebhook = { direction: "out" | "in"; id: string; name: string };

/** Webhooks for programs without a card: they receive changes, or create records here. */
export function WebhooksSection() {
  useFetchAfterPage(DeliveriesDialog, NewWebhookDialog);
  const outgoing = useQuery(webhooks.list.query({}));
  const incoming = useQuery(incomingWebhooks.list.query({}));
  const [isAdding, setAdding] = useState<"out" | "in" | null>(null);
  const [opened, setOpened] = useState<OpenWebhook | null>(null);
  const both = {
    data: outgoing.data && incoming.data && { out: outgoing.data.items, in: incoming.data.items },
    error: outgoing.error ?? incoming.error,
    refetch: () => Promise.all([outgoing.refetch(), incoming.refetch()]),
  };
  const show = (direction: "out" | "in", { id, name }: Webhook | IncomingWebhook) =>
    setOpened({ direction, id, name });
  return (
    <Stack as="section" gap={12} margin="32px 0 0" aria-label={t`Webhooks`}>
      <Header onAdd={setAdding} />
      <Box surface="card">
        <QueryContent query={both} failure={t`The webhooks could not be loaded`} rows={2}>
          {(all) =>
            all.out.length + all.in.length === 0 ? (
              <Text tone="soft" size="list" pad="12px 16px">
                {t`No webhooks yet.`}
              </Text>
            ) : (
              <ul>
                {all.out.map((webhook) => (
                  <OutgoingRow key={webhook.id} webhook={webhook} onShow={() => show("out", webhook)} />
                ))}
                {all.in.map((webhook) => (
                  <IncomingRow key={webhook.id} webhook={webhook} onShow={() => show("in", webhook)} />
                ))}
              </ul>
            )
          }
        </QueryContent>
      </Box>
      {isAdding && <NewWebhookDialog direction={isAdding} onClose={() => setAdding(null)} />}
      {opened && <DeliveriesDialog {...opened} onClose={() => setOpened(null)} />}
    </Stack>
  );
}

const Header = ({ onAdd }: { onAdd(direction: "out" | "in"): void }) => (
  <Row as="header" gap={12} align="end" justify="space-between" wrap>
    <div>
      <Text as="h2" size="section" weight="strong">
        {t`Webhooks`}
      </Text>
      <Text tone="soft" size="list" overflow="break">
        {t`Send and receive signed webhooks.`}
      </Text>
    </div>
    <Row align="stretch" wrap>
      <Button
        variant="default"
        leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden />}
        onClick={() => onAdd("in")}
      >
        {t`Incoming`}
      </Button>
      <Button
        variant="default"
        leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden />}
        onClick={() => onAdd("out")}
      >
        {t`Outgoing`}
      </Button>
    </Row>
  </Row>
);

function OutgoingRow({ webhook, onShow }: { webhook: Webhook; onShow(): void }) {
  const { id, name, url, isActive, lastError, lastDeliveredAt, resources, version } = webhook;
  const act = useWebhookActions();
  return (
    <SettingsRow
      icon={Send}
      name={name}
      badges={
        <Badge tone={isActive ? (lastError ? "warn" : "good") : "neutral"} dot>
          {isActive ? t`Active` : t`Paused`}
        </Badge>
      }
      description={t`${new URL(url).host} receives ${resources.map((kind) => HOOK_RESOURCE_LABELS[kind as WebhookResource] ?? kind).join(", ")}`}
      facts={[
        lastError ?? (lastDeliveredAt ? t`Delivered ${formatAgo(lastDeliveredAt)}` : t`No deliveries yet`),
      ]}
      actions={
        <>
          <Button variant="default" aria-label={t`Deliveries of ${name}`} onClick={onShow}>
            {t`Deliveries`}
          </Button>
          <Button
            variant="default"
            aria-label={isActive ? t`Pause ${name}` : t`Resume ${name}`}
            onClick={() => act(() => webhooks.update.call({ id, isActive: !isActive, version }))}
          >
            {isActive ? t`Pause` : t`Resume`}
          </Button>
          <Button
            variant="default"
            aria-label={t`Remove ${name}`}
            onClick={() =>
              act(
                () => webhooks.delete.call({ id }),
                () => toast.undo(t`'${name}' was removed`, () => act(() => webhooks.restore.call({ id }))),
              )
            }
          >
            {t`Remove`}
          </Button>
        </>
      }
    />
  );
}

const CREATES = { task: t`Creates a task`, notice: t`Creates a notice` };
const CREATES_SIGNED = { task: t`Creates a task, signed`, notice: t`Creates a notice, signed` };

function IncomingRow({ webhook, onShow }: { webhook: IncomingWebhook; onShow(): void }) {
  const { id, name, creates, isSigned, lastUsedAt } = webhook;
  const act = useWebhookActions();
  return (
    <SettingsRow
      icon={Inbox}
      name={name}
      description={(isSigned ? CREATES_SIGNED : CREATES)[creates]}
      facts={[lastUsedAt ? t`Used ${formatAgo(lastUsedAt)}` : t`Never used`]}
      actions={
        <>
          <Button variant="default" aria-label={t`Received by ${name}`} onClick={onShow}>
            {t`Received`}
          </Button>
          <Button
            variant="default"
            aria-label={t`Close ${name}`}
            onClick={() =>
              act(
                () => incomingWebhooks.delete.call({ id }),
                () =>
                  toast.undo(t`'${name}' was closed`, () => act(() => incomingWebhooks.restore.call({ id }))),
              )
            }
          >
            {t`Close`}
          </Button>
        </>
      }
    />
  );
}

function useWebhookActions() {
  const { mutate } = useWrite({
    send: ({ verb }: { verb(): Promise<unknown>; done?: (() => void) | undefined }) => verb(),
    invalidates: [["webhooks"], ["incomingWebhooks"]],
    failed: t`Failed to change the webhook`,
    onDone: (_answer, { done }) => done?.(),
  });
  return (verb: () => Promise<unknown>, done?: () => void) => mutate({ verb, done });
}
