import { useQuery } from "@tanstack/react-query";
import { AtSign, ChevronDown, Folder, MailX, Upload } from "lucide-react";
import { t } from "#i18n/message.ts";
import { Text } from "#ui/layout/text.tsx";
import { Menu, type MenuItem } from "#ui/overlays/menu.tsx";
import { mailAccounts, mailboxesQuery } from "../api.ts";
import { ELSEWHERE, type EmailFilter, type EmailPageParams } from "../email-page-params.ts";
import { openSubscriptions } from "../open-dialog.ts";
import { folderOf, MAIL_FOLDERS } from "./mail-folders.ts";
import styles from "./split-toolbar.module.css";

type FolderMenuProps = {
  filter: EmailFilter;
  unread: number | undefined;
  change(parts: Partial<EmailPageParams>): void;
};

/** Parts of the mailbox, then each account with its folders and labels. */
export function FolderMenu({ filter, unread, change }: FolderMenuProps) {
  const accounts = useQuery(mailAccounts.list.query({})).data?.items ?? [];
  const boxes = useQuery({
    ...mailboxesQuery,
    enabled: accounts.length > 0,
  }).data?.items;
  const own = (boxes ?? []).filter(({ role, isSynced }) => role === "other" && isSynced);
  const addressOf = (accountId: string) => accounts.find(({ id }) => id === accountId)?.address ?? "";
  const isOnly = accounts.length === 1;
  const open = (place: Partial<EmailPageParams>) =>
    change({ ...ELSEWHERE, search: undefined, here: undefined, ...place });
  const items: (MenuItem | "line")[] = [
    ...MAIL_FOLDERS.map(({ label, icon, view, status }) => ({
      label,
      icon,
      onSelect: () => open({ view: view === "inbox" ? undefined : view, status: wireStatus(status) }),
    })),
    ...(isOnly || accounts.length === 0 ? [] : ["line" as const]),
    ...(isOnly ? [] : accounts).map(({ id, address }) => ({
      label: address,
      icon: AtSign,
      onSelect: () => open({ account: id }),
    })),
    ...(own.length > 0 ? ["line" as const] : []),
    ...own.map(({ id, accountId, path, unread }) => ({
      label: isOnly ? path : `${path} · ${addressOf(accountId)}`,
      icon: Folder,
      count: unread,
      onSelect: () => open({ view: "all", box: id }),
    })),
    "line",
    { label: t`Subscriptions`, icon: MailX, onSelect: openSubscriptions },
    { label: t`Import messages (.eml)`, icon: Upload, onSelect: chooseMessages },
  ];
  const box = boxes?.find(({ id }) => id === filter.box);
  const here = box?.name ?? (filter.account ? addressOf(filter.account) : folderOf(filter)?.label);
  const count = box ? box.unread : filter.view === "inbox" && !filter.account ? unread : 0;
  return (
    <Menu
      label={t`Part of the mailbox`}
      items={items}
      trigger={(props) => (
        <button {...props} type="button" className={styles.folder} title={t`Part of the mailbox`}>
          <span>{here ?? t`Emails`}</span>
          {count ? (
            <Text as="span" tone="faint" weight="medium">
              {count}
            </Text>
          ) : null}
          <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
        </button>
      )}
    />
  );
}

/** A person waits for the file chooser: browsers open one for some seconds after a click. */
const chooseMessages = () =>
  void import("../import-messages.ts").then((messages) => messages.chooseMessages());

const wireStatus = (status: EmailFilter["status"]) => (status === "received" ? undefined : status);
