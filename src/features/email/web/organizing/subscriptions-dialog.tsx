import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Archive, MailX } from "lucide-react";
import { useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { formatAgo } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { mailSubscriptions } from "../api.ts";
import { closeDialog } from "../open-dialog.ts";
import { nameOf } from "../reading/format-people.ts";
import { archiveAllOf, type Subscription, unsubscribeFrom } from "./subscription-actions.ts";
import styles from "./subscriptions-dialog.module.css";

/** Newsletters and lists: how much each sends and how much of it is read. */
export function SubscriptionsDialog() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(mailSubscriptions.list.query({}));
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const items = data?.items ?? [];
  const chosen = items.filter(({ sender }) => ticked.has(sender));
  const toggle = (sender: string) =>
    setTicked(
      (before) =>
        new Set(before.has(sender) ? [...before].filter((each) => each !== sender) : [...before, sender]),
    );
  const during = async (work: () => Promise<void>) => {
    setBusy(true);
    await work();
    await queries.invalidateQueries({ queryKey: ["mailSubscriptions"] });
    setBusy(false);
  };
  const leave = () =>
    during(async () => {
      await unsubscribeFrom(chosen);
      setTicked(new Set());
    });
  return (
    <Dialog
      isOpen
      size="large"
      title={t`Subscriptions`}
      description={t`Lists that wrote to you in the last 180 days. Nothing is done before you choose it.`}
      onClose={closeDialog}
      footer={<UnsubscribeFooter chosen={chosen} isBusy={isBusy} onUnsubscribe={() => void leave()} />}
    >
      {!data && error ? (
        <ErrorState title={t`Your subscriptions cannot be read right now`} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows count={6} label={t`Your subscriptions are on their way`} />
      ) : items.length === 0 ? (
        <EmptyState
          icon={MailX}
          title={t`No list writes to you`}
          message={t`Newsletters that come show up here.`}
        />
      ) : (
        <Stack as="ul" gap={0} aria-label={t`Subscriptions`}>
          {items.map((item) => (
            <SubscriptionRow
              key={item.sender}
              item={item}
              isTicked={ticked.has(item.sender)}
              isBusy={isBusy}
              onToggle={() => toggle(item.sender)}
              onArchive={() => void during(() => archiveAllOf(item))}
            />
          ))}
        </Stack>
      )}
    </Dialog>
  );
}

type UnsubscribeFooterProps = { chosen: readonly Subscription[]; isBusy: boolean; onUnsubscribe(): void };

function UnsubscribeFooter({ chosen, isBusy, onUnsubscribe }: UnsubscribeFooterProps) {
  const messages = chosen.reduce((sum, each) => sum + each.messageCount, 0);
  return (
    <>
      <Text as="span" size="label" tone="soft" role="status" data-apart>
        {chosen.length > 0 && describeChosen(chosen.length, messages)}
      </Text>
      <Button variant="default" onClick={closeDialog}>
        {t`Close`}
      </Button>
      <BusyButton variant="filled" isBusy={isBusy} disabled={chosen.length === 0} onClick={onUnsubscribe}>
        {t`Unsubscribe`}
      </BusyButton>
    </>
  );
}

const describeChosen = (lists: number, messages: number) =>
  [
    plural(lists, { one: `${lists} chosen`, other: `${lists} chosen` }),
    plural(messages, { one: `${messages} messages in 180 days`, other: `${messages} messages in 180 days` }),
  ].join(", ");

type SubscriptionRowProps = {
  item: Subscription;
  isTicked: boolean;
  isBusy: boolean;
  onToggle(): void;
  onArchive(): void;
};

const SubscriptionRow = ({ item, isTicked, isBusy, onToggle, onArchive }: SubscriptionRowProps) => (
  <li className={styles.row}>
    <Checkbox
      aria-label={t`Choose ${nameOf(item.displayName)}`}
      disabled={item.method === "none"}
      checked={isTicked}
      onChange={onToggle}
    />
    <Stack as="span" gap={0} grow>
      <Text as="span" weight="medium" overflow="dots">
        {nameOf(item.displayName)}
      </Text>
      <Text as="span" tone="faint" size="label">
        {describeMail(item)}
      </Text>
    </Stack>
    {item.outcome && <Badge tone={TONES[item.outcome]}>{OUTCOMES[item.outcome]}</Badge>}
    <IconButton
      label={t`Archive all of ${nameOf(item.displayName)}`}
      icon={Archive}
      disabled={isBusy}
      onClick={onArchive}
    />
  </li>
);

function describeMail(item: Subscription): string {
  const [count, percent, last] = [item.messageCount, percentRead(item), formatAgo(item.lastReceivedAt)];
  return plural(count, {
    one: `${count} message, ${percent} % read, last ${last}`,
    other: `${count} messages, ${percent} % read, last ${last}`,
  });
}

const percentRead = ({ readCount, messageCount }: Subscription) =>
  Math.round((100 * readCount) / Math.max(messageCount, 1));

const OUTCOMES = {
  done: t`Unsubscribed`,
  mailed: t`Asked by mail`,
  link: t`On its page`,
  failed: t`Did not work`,
} as const;
const TONES = { done: "good", mailed: "info", link: "neutral", failed: "bad" } as const;
