import { useQuery } from "@tanstack/react-query";
import { Archive, Folder, Inbox, type LucideIcon, MailX, SearchX, Send } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { PickList, PickRow, PickSearch } from "#ui/lists/pick-list.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import type { MailboxRole } from "../../account-model.ts";
import { mailboxesQuery } from "../api.ts";
import { closeDialog } from "../open-dialog.ts";
import { moveTo } from "./email-actions.ts";

/** Not offered: these have actions of their own. */
const NOT_OFFERED: readonly MailboxRole[] = ["drafts", "sent", "trash"];
const ICONS: Partial<Record<MailboxRole, LucideIcon>> = {
  inbox: Inbox,
  archive: Archive,
  all: Archive,
  sent: Send,
  junk: MailX,
};

/** The inbox first, then folders with a role, then all others. */
const placeOf = ({ role }: { role: MailboxRole }) => (role === "inbox" ? 0 : role === "other" ? 2 : 1);

type FolderPickerProps = { ids: readonly string[]; accountId: string; threads: boolean };

/** Choose a folder: type a part of its name, Enter takes the first. */
export function FolderPicker({ ids, accountId, threads }: FolderPickerProps) {
  const [typed, setTyped] = useState("");
  const { data, error, refetch } = useQuery(mailboxesQuery);
  const filterText = typed.trim().toLowerCase();
  const folders = (data?.items ?? [])
    .filter((box) => box.accountId === accountId && !NOT_OFFERED.includes(box.role))
    .toSorted((one, other) => placeOf(one) - placeOf(other));
  const found = folders.filter(({ path }) => path.toLowerCase().includes(filterText));
  const choose = (folder: (typeof folders)[number] | undefined) => {
    if (!folder) return;
    closeDialog();
    void moveTo(ids, folder, { threads });
  };
  return (
    <Dialog isOpen title={t`Move to folder`} onClose={closeDialog} onSubmit={() => choose(found[0])}>
      <PickSearch label={t`Search folders`} typed={typed} onType={setTyped}>
        {!data && error ? (
          <ErrorState
            title={t`Your folders cannot be read right now`}
            message={t`Nothing is lost. Please try again.`}
            onRetry={() => void refetch()}
          />
        ) : !data ? (
          <SkeletonRows count={4} label={t`Your folders are on their way`} />
        ) : found.length === 0 ? (
          <EmptyState
            icon={SearchX}
            title={filterText ? t`No folder is called that` : t`This account has no folders`}
          />
        ) : (
          <PickList label={t`Folders`}>
            {found.map((folder) => (
              <PickRow
                key={folder.id}
                icon={ICONS[folder.role] ?? Folder}
                title={folder.role === "inbox" ? t`Inbox` : folder.path}
                onPick={() => choose(folder)}
              />
            ))}
          </PickList>
        )}
      </PickSearch>
    </Dialog>
  );
}
