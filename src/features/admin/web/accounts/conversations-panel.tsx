import { useQuery } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { formatDate } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { type Column, DataTable } from "#ui/display/data-table.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { AdminList, type SearchProps } from "../admin-list.tsx";
import { adminConversations } from "../api.ts";
import { useDeletion } from "../use-deletion.ts";
import { FAILED_TO_LOAD } from "./counters.tsx";
import { DeleteConversationDialog } from "./delete-conversation-dialog.tsx";

type Listed = Awaited<ReturnType<typeof adminConversations.list.call>>["items"][number];

const TYPES: Record<Listed["type"], string> = { direct: t`direct`, group: t`group` };

const nameOf = ({ title, type }: Listed) => title || (type === "direct" ? t`Direct conversation` : t`Group`);

/** The latest 50, or the latest 50 that the search finds. */
export function ConversationsPanel(search: SearchProps) {
  const query = useQuery({
    ...adminConversations.list.query(search.text ? { text: search.text } : {}),
    meta: { failure: FAILED_TO_LOAD },
  });
  const [deleting, setDeleting] = useState<Listed>();
  const { hiddenIds, remove } = useDeletion("adminConversations", {
    run: (input: { id: string; reason: string }) => adminConversations.delete.call(input),
    undo: (id) => adminConversations.restore.call({ id }),
    message: t`Conversation deleted`,
    failed: t`Failed to delete conversation`,
  });
  const visible = query.data?.items.filter(({ id }) => !hiddenIds.has(id));
  const columns = columnsWith(setDeleting);
  return (
    <>
      <AdminList
        {...search}
        searchLabel={t`Search conversations`}
        empty={{
          icon: MessagesSquare,
          title: t`The latest 50 conversations appear here, without their messages`,
        }}
        count={visible?.length}
        error={query.error}
        onRetry={() => void query.refetch()}
      >
        <DataTable label={t`Conversations`} columns={columns} rows={visible ?? []} />
      </AdminList>
      {deleting && (
        <DeleteConversationDialog
          name={nameOf(deleting)}
          onClose={() => setDeleting(undefined)}
          onDelete={(reason) => {
            setDeleting(undefined);
            remove({ id: deleting.id, reason });
          }}
        />
      )}
    </>
  );
}

const columnsWith = (onDelete: (row: Listed) => void): Column<Listed>[] => [
  { label: t`Title`, isName: true, cell: nameOf },
  { label: t`Type`, cell: ({ type }) => <Badge>{TYPES[type]}</Badge> },
  {
    label: t`Created by`,
    cell: ({ creatorName, creatorEmail }) => creatorName || creatorEmail || t`Nobody`,
  },
  { label: t`People`, cell: ({ people }) => people },
  { label: t`Created`, isTight: true, cell: ({ createdAt }) => formatDate(createdAt) },
  {
    label: t`Actions`,
    isEnd: true,
    cell: (row) => (
      <Button
        variant="default"
        size="compact-md"
        aria-label={t`Delete ${nameOf(row)}`}
        onClick={() => onDelete(row)}
      >
        {t`Delete`}
      </Button>
    ),
  },
];
