import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Archive, Folder, Inbox, type LucideIcon, MailX, SearchX, Send } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { moveAmongStops } from "#ui/keyboard/move-focus.ts";
import { Dialog } from "#ui/overlays/dialog.tsx";
import type { MailboxRole } from "../../model.ts";
import { mailboxesQuery } from "../api.ts";
import { closeDialog } from "../open-dialog.ts";
import { moveTo } from "./email-actions.ts";
import styles from "./folder-picker.module.css";

/** Of these nobody moves mail by hand: each has an act of its own. */
const NOT_OFFERED: readonly MailboxRole[] = ["drafts", "sent", "trash"];
const ICONS: Partial<Record<MailboxRole, LucideIcon>> = {
  inbox: Inbox,
  archive: Archive,
  all: Archive,
  sent: Send,
  junk: MailX,
};

/** Where most mail goes comes first; the rest stays in its order. */
const placeOf = ({ role }: { role: MailboxRole }) => (role === "inbox" ? 0 : role === "other" ? 2 : 1);

type FolderPickerProps = { ids: readonly string[]; accountId: string; threads: boolean };

/** Where the mail goes: type a part of the name, Enter takes the first. */
export function FolderPicker({ ids, accountId, threads }: FolderPickerProps) {
  const [typed, setTyped] = useState("");
  const { data, error, refetch } = useQuery(mailboxesQuery);
  const wanted = typed.trim().toLowerCase();
  const folders = (data?.items ?? [])
    .filter((box) => box.accountId === accountId && !NOT_OFFERED.includes(box.role))
    .toSorted((one, other) => placeOf(one) - placeOf(other));
  const found = folders.filter(({ path }) => path.toLowerCase().includes(wanted));
  const choose = (folder: (typeof folders)[number] | undefined) => {
    if (!folder) return;
    closeDialog();
    void moveTo(ids, folder, { threads });
  };
  return (
    <Dialog isOpen title="Move to folder" onClose={closeDialog} onSubmit={() => choose(found[0])}>
      <search className={styles.picker} onKeyDown={moveAmongStops}>
        <TextInput
          data-autofocus
          aria-label="Search folders"
          placeholder="Search folders"
          value={typed}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
        {!data && error ? (
          <ErrorState title="Your folders cannot be read right now" onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows count={4} label="Your folders are on their way" />
        ) : found.length === 0 ? (
          <EmptyState
            icon={SearchX}
            title={wanted ? "No folder is called that" : "This account has no folders"}
          />
        ) : (
          <ul className={styles.list} aria-label="Folders">
            {found.map((folder) => {
              const Icon = ICONS[folder.role] ?? Folder;
              return (
                <li key={folder.id}>
                  <button type="button" data-stop className={styles.document} onClick={() => choose(folder)}>
                    <Icon size={18} strokeWidth={1.75} aria-hidden />
                    <span className={styles.title}>{folder.role === "inbox" ? "Inbox" : folder.path}</span>
                  </button>
                </li>
              );
            })}
          </ul>
        )}
      </search>
    </Dialog>
  );
}
