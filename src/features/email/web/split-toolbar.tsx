import { ChevronDown, Trash2 } from "lucide-react";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";
import type { EmailAddress, EmailFilter } from "./email-address.ts";
import { EmailSearch } from "./email-search.tsx";
import { folderOf, MAIL_FOLDERS } from "./mail-folders.ts";
import styles from "./split-toolbar.module.css";

type SplitToolbarProps = {
  filter: EmailFilter;
  unread: number | undefined;
  change(parts: Partial<EmailAddress>, options?: { replace?: boolean }): void;
};

/** Which part of the mailbox, and the search in it. */
export function SplitToolbar({ filter, unread, change }: SplitToolbarProps) {
  const folder = folderOf(filter);
  return (
    <div className={styles.toolbar}>
      <Menu
        label="Part of the mailbox"
        items={MAIL_FOLDERS.map(({ label, icon, view, status }) => ({
          label,
          icon,
          onSelect: () =>
            change({
              view: view === "inbox" ? undefined : view,
              status: status === "received" ? undefined : status,
              email: undefined,
            }),
        }))}
        trigger={(props) => (
          <button {...props} type="button" className={styles.folder} title="Part of the mailbox">
            <span>{folder?.label ?? "Emails"}</span>
            {filter.view === "inbox" && unread ? <span className={styles.count}>{unread}</span> : null}
            <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
          </button>
        )}
      />
      <EmailSearch text={filter.search ?? ""} onSearch={(search) => change({ search }, { replace: true })} />
      <IconButton label="Trash" icon={Trash2} onClick={() => change({ trash: true, email: undefined })} />
    </div>
  );
}
