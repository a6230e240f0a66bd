import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { formatAgo } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import type { AccountState, MailAccountOnWire } from "../../account-model.ts";
import { mailAccounts } from "../api.ts";
import { toastFailureReason } from "../toast-failure.ts";
import { AccountDialog } from "./account-dialog.tsx";
import styles from "./account-list.module.css";
import { AccountSettings } from "./account-settings.tsx";

type DialogState =
  | { kind: "add" }
  | { kind: "settings"; account: MailAccountOnWire }
  | { kind: "disconnect"; account: MailAccountOnWire };

/** Accounts connected by address and password, each with its current state. */
export function AccountList() {
  const { data } = useQuery(mailAccounts.list.query({}));
  const [openDialog, setOpenDialog] = useState<DialogState | null>(null);
  const close = () => setOpenDialog(null);
  return (
    <Stack as="section" gap={12} margin="28px 0 0" aria-label={t`Mail accounts`}>
      <Row as="header" gap={12} justify="space-between" wrap>
        <div>
          <Text as="h2" size="section">
            {t`Mail accounts`}
          </Text>
          <Text tone="faint" size="list">
            {t`Any mailbox, by its address and password.`}
          </Text>
        </div>
        <Button
          variant="default"
          leftSection={<Plus size={16} />}
          onClick={() => setOpenDialog({ kind: "add" })}
        >
          {t`Add account`}
        </Button>
      </Row>
      {data && data.items.length > 0 && (
        <Stack as="ul" gap={12}>
          {data.items.map((account) => (
            <li key={account.id}>
              <AccountRow account={account} show={setOpenDialog} />
            </li>
          ))}
        </Stack>
      )}
      {openDialog?.kind === "add" && <AccountDialog onClose={close} />}
      {openDialog?.kind === "settings" && (
        <AccountSettings
          account={openDialog.account}
          onClose={close}
          onDisconnect={() => setOpenDialog({ kind: "disconnect", account: openDialog.account })}
        />
      )}
      {openDialog?.kind === "disconnect" && <DisconnectDialog account={openDialog.account} onClose={close} />}
    </Stack>
  );
}

const TONES = {
  ready: "good",
  syncing: "neutral",
  connecting: "neutral",
  waiting: "warn",
  needs_you: "bad",
  leaving: "neutral",
} as const;

function stateOf({ state, syncedCount, messageCount }: MailAccountOnWire): string {
  const words: Record<AccountState, string> = {
    connecting: t`Connecting`,
    syncing: messageCount > syncedCount ? t`Syncing ${syncedCount} of ${messageCount}` : t`Syncing`,
    ready: t`Up to date`,
    waiting: t`Waiting to try again`,
    needs_you: t`Needs you`,
    leaving: t`Being removed`,
  };
  return words[state];
}

type AccountRowProps = { account: MailAccountOnWire; show(dialog: DialogState): void };

function AccountRow({ account, show }: AccountRowProps) {
  const [isBusy, setBusy] = useState(false);
  const { id, address, state, reason, remedy, syncedAt, isDefault } = account;
  const sync = async () => {
    setBusy(true);
    await mailAccounts.sync
      .call({ id })
      .catch((error: unknown) => toastFailureReason(t`Mail account`, error));
    setBusy(false);
  };
  return (
    <Row
      as="article"
      gap={20}
      lineGap={12}
      justify="space-between"
      wrap
      surface="card"
      pad={16}
      aria-label={address}
    >
      <Stack gap={4} shrink className={styles.words}>
        <Text as="h3" size="body" overflow="break">
          {address}
        </Text>
        <Row as="p" gap={14} lineGap={4} wrap>
          <Badge tone={TONES[state]} dot plain>
            {stateOf(account)}
          </Badge>
          {isDefault && (
            <Text as="span" tone="faint" size="list">
              {t`Sends your mail`}
            </Text>
          )}
          <Text as="span" tone="faint" size="list">
            {syncedAt ? t`Last sync: ${formatAgo(syncedAt)}` : t`Last sync: Never`}
          </Text>
        </Row>
        {reason && (
          <Text tone="soft" overflow="break">
            {[reason, remedy].filter(Boolean).join(" ")}
          </Text>
        )}
      </Stack>
      <Row align="stretch" wrap>
        <BusyButton variant="default" isBusy={isBusy} onClick={() => void sync()}>
          {t`Sync now`}
        </BusyButton>
        <Button variant="default" onClick={() => show({ kind: "settings", account })}>
          {t`Settings`}
        </Button>
      </Row>
    </Row>
  );
}

type DisconnectDialogProps = { account: MailAccountOnWire; onClose(): void };

function DisconnectDialog({ account, onClose }: DisconnectDialogProps) {
  const queries = useQueryClient();
  const disconnect = async (retainsMail: boolean) => {
    try {
      await mailAccounts.disconnect.call({ id: account.id, keepMail: retainsMail });
      await queries.invalidateQueries({ queryKey: ["mailAccounts"] });
      onClose();
      toast.success(t`${account.address} is disconnected`);
    } catch (error) {
      toastFailureReason(t`Failed to disconnect`, error);
    }
  };
  return (
    <Dialog
      isOpen
      title={t`Disconnect ${account.address}?`}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button variant="default" color="red" onClick={() => void disconnect(false)}>
            {t`Remove its mail here`}
          </Button>
          <Button data-autofocus onClick={() => void disconnect(true)}>
            {t`Keep its mail here`}
          </Button>
        </>
      }
    >
      <p>{t`Nothing changes on the mail server. The password is deleted here.`}</p>
    </Dialog>
  );
}
