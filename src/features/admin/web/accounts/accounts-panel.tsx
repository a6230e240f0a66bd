import { Ellipsis, UserPlus, Users } from "lucide-react";
import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { Clipped } from "#ui/clipped.tsx";
import { formatAgo } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { type Column, DataTable } from "#ui/display/data-table.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Textarea } from "#ui/fields/textarea.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { CopyButton } from "#ui/inputs/copy-button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import { LONGEST_REASON } from "../../model.ts";
import { AdminList, type SearchProps } from "../admin-list.tsx";
import { adminAccounts } from "../api.ts";
import { useAdminWrite } from "../use-admin-write.ts";
import { usePages } from "../use-pages.ts";
import { VouchDialog } from "../vouch-dialog.tsx";
import { AddressCell } from "./address-cell.tsx";
import { ImpersonationDialog } from "./impersonation-dialog.tsx";
import { ROLE_NAMES } from "./role-names.ts";

type Account = Awaited<ReturnType<typeof adminAccounts.list.call>>["items"][number];
type OpenDialog =
  | { kind: "invite" }
  | { kind: "suspend"; account: Account }
  | { kind: "look"; account: Account }
  | { kind: "vouch"; account: Account }
  | { kind: "link"; link: string; text: string };

const RESOURCE = "adminAccounts";

/** Invite, suspend, sign out, and links for a new password; what they may do is changed under Users. */
export function AccountsPanel(search: SearchProps) {
  const { rows, ...list } = usePages(RESOURCE, adminAccounts.list, search.text);
  const [dialog, setDialog] = useState<OpenDialog>();
  const actions = useAccountActions(setDialog);
  const close = () => setDialog(undefined);
  return (
    <Stack gap={0}>
      <Row gap={12} align="end" wrap>
        <Button
          leftSection={<UserPlus size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => setDialog({ kind: "invite" })}
        >
          {t`Invite somebody`}
        </Button>
      </Row>
      <AdminList
        {...search}
        searchLabel={t`Search accounts`}
        empty={{ icon: Users, title: t`All accounts appear here` }}
        count={rows?.length}
        error={list.error}
        onRetry={list.retry}
        onMore={list.more}
        isReadingMore={list.isReadingMore}
      >
        <DataTable label={t`Accounts`} columns={columnsOf(actions)} rows={rows ?? []} />
      </AdminList>
      {dialog?.kind === "invite" && <InviteDialog onClose={close} onInvited={setDialog} />}
      {dialog?.kind === "suspend" && <SuspendDialog account={dialog.account} onClose={close} />}
      {dialog?.kind === "look" && <ImpersonationDialog account={dialog.account} onClose={close} />}
      {dialog?.kind === "vouch" && <VouchDialog user={dialog.account} onClose={close} />}
      {dialog?.kind === "link" && <LinkDialog {...dialog} onClose={close} />}
    </Stack>
  );
}

function useAccountActions(onShow: (dialog: OpenDialog) => void) {
  const reactivate = useAdminWrite(adminAccounts.reactivate, {
    resource: RESOURCE,
    failure: t`The account was not reactivated`,
  });
  const end = useAdminWrite(adminAccounts.endSessions, {
    resource: RESOURCE,
    failure: t`The sessions were not ended`,
    success: t`Signed out everywhere`,
  });
  const reset = useAdminWrite(adminAccounts.createResetLink, {
    resource: RESOURCE,
    failure: t`The link was not made`,
  });
  return {
    show: onShow,
    reactivate: ({ id }: Account) => reactivate.mutate({ id }),
    signOut: ({ id }: Account) => end.mutate({ id }),
    createResetLink: ({ id, email }: Account) =>
      reset.mutate(
        { id },
        {
          onSuccess: ({ link }) =>
            onShow({
              kind: "link",
              link,
              text: t`With it ${email} sets a new password, once, within an hour.`,
            }),
        },
      ),
  };
}

type AccountActions = ReturnType<typeof useAccountActions>;

const columnsOf = (actions: AccountActions): Column<Account>[] => [
  { label: t`Email`, isName: true, share: "24%", cell: ({ email }) => <Clipped text={email} /> },
  { label: t`Name`, share: "20%", cell: ({ fullName }) => <Clipped text={fullName} /> },
  {
    label: t`State`,
    cell: ({ suspendedAt, role }) =>
      suspendedAt ? <Badge tone="bad">{t`Suspended`}</Badge> : <Badge>{ROLE_NAMES[role]}</Badge>,
  },
  {
    label: term("Address", "whether an email address is proven"),
    cell: (account) => (
      <AddressCell user={account} onVouch={() => actions.show({ kind: "vouch", account })} />
    ),
  },
  { label: t`Sessions`, cell: ({ sessions }) => String(sessions) },
  {
    label: t`Last here`,
    isTight: true,
    cell: ({ lastSeenAt }) => (lastSeenAt ? formatAgo(lastSeenAt) : t`Never`),
  },
  {
    label: t`Actions`,
    isEnd: true,
    cell: (account) => <AccountMenu account={account} actions={actions} />,
  },
];

const AccountMenu = ({ account, actions }: { account: Account; actions: AccountActions }) => (
  <Menu
    label={t`Actions for ${account.email}`}
    trigger={(props) => <IconButton {...props} icon={Ellipsis} label={t`Actions for ${account.email}`} />}
    items={[
      ...(account.role === "admin" || account.suspendedAt
        ? []
        : [{ label: t`See as this person…`, onSelect: () => actions.show({ kind: "look", account }) }]),
      { label: t`Sign out everywhere`, onSelect: () => actions.signOut(account) },
      { label: t`Link for a new password`, onSelect: () => actions.createResetLink(account) },
      account.suspendedAt
        ? { label: t`Reactivate`, onSelect: () => actions.reactivate(account) }
        : {
            label: t`Suspend…`,
            isDestructive: true,
            onSelect: () => actions.show({ kind: "suspend", account }),
          },
    ]}
  />
);

function InviteDialog({ onClose, onInvited }: { onClose(): void; onInvited(dialog: OpenDialog): void }) {
  const [email, setEmail] = useState("");
  const [fullName, setFullName] = useState("");
  const invite = useAdminWrite(adminAccounts.invite, {
    resource: RESOURCE,
    failure: t`Nobody was invited`,
  });
  const submit = () =>
    invite.mutate(
      { email, fullName },
      {
        onSuccess: ({ link }) =>
          onInvited({
            kind: "link",
            link,
            text: t`Send it to ${fullName}: with it they set their password, within a week.`,
          }),
      },
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Invite somebody`}
      description={t`They get an account; the link to its password is shown next.`}
      size="small"
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" disabled={!email.trim() || !fullName.trim()} loading={invite.isPending}>
            {t`Invite`}
          </Button>
        </>
      }
    >
      <TextInput
        label={t`Full name`}
        maxLength={200}
        data-autofocus
        value={fullName}
        onChange={({ target }) => setFullName(target.value)}
      />
      <TextInput
        label={t`Email`}
        type="email"
        maxLength={254}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
    </Dialog>
  );
}

function SuspendDialog({ account, onClose }: { account: Account; onClose(): void }) {
  const [reason, setReason] = useState("");
  const suspend = useAdminWrite(adminAccounts.suspend, {
    resource: RESOURCE,
    failure: t`The account was not suspended`,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Suspend account`}
      description={t`${account.email} is signed out everywhere and cannot sign in until you reactivate the account. None of their data is deleted.`}
      size="small"
      onSubmit={() => suspend.mutate({ id: account.id, reason }, { onSuccess: onClose })}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" color="red" disabled={!reason.trim()} loading={suspend.isPending}>
            {t`Suspend`}
          </Button>
        </>
      }
    >
      <Textarea
        label={t`Reason`}
        description={t`Recorded in the audit log under your name`}
        rows={3}
        maxLength={LONGEST_REASON}
        data-autofocus
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </Dialog>
  );
}

type LinkDialogProps = { link: string; text: string; onClose(): void };

const LinkDialog = ({ link, text, onClose }: LinkDialogProps) => (
  <Dialog
    isOpen
    onClose={onClose}
    title={t`Link to set a password`}
    description={text}
    size="small"
    footer={
      <>
        <CopyButton label={t`Copy link`} text={link} />
        <Button onClick={onClose}>{term("Done", "button that closes a dialog")}</Button>
      </>
    }
  >
    <Text overflow="break">{link}</Text>
  </Dialog>
);
