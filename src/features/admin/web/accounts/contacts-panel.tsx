import { UserRound } from "lucide-react";
import { t } from "#i18n/message.ts";
import { formatDate } from "#ui/dates.ts";
import { type Column, DataTable } from "#ui/display/data-table.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { AdminList, type SearchProps } from "../admin-list.tsx";
import { adminContacts } from "../api.ts";
import { useDeletion } from "../use-deletion.ts";
import { usePages } from "../use-pages.ts";

type ListedContact = Awaited<ReturnType<typeof adminContacts.list.call>>["items"][number];

export function ContactsPanel(search: SearchProps) {
  const { rows, ...list } = usePages("adminContacts", adminContacts.list, search.text);
  const { hiddenIds, remove } = useDeletion("adminContacts", {
    run: ({ id }: { id: string }) => adminContacts.delete.call({ id }),
    undo: (id) => adminContacts.restore.call({ id }),
    message: t`Contact deleted`,
    failed: t`Failed to delete contact`,
  });
  const visible = rows?.filter(({ id }) => !hiddenIds.has(id));
  const columns: Column<ListedContact>[] = [
    { label: t`Name`, isName: true, cell: ({ contactName }) => contactName },
    { label: t`Email`, cell: ({ contactEmail }) => contactEmail ?? t`No address` },
    { label: t`Owner`, cell: ({ ownerName, ownerEmail }) => ownerName || ownerEmail || t`Nobody` },
    { label: t`Created`, isTight: true, cell: ({ createdAt }) => formatDate(createdAt) },
    {
      label: t`Actions`,
      isEnd: true,
      cell: ({ id, contactName }) => (
        <Button
          variant="default"
          size="compact-md"
          aria-label={t`Delete ${contactName}`}
          onClick={() => remove({ id })}
        >
          {t`Delete`}
        </Button>
      ),
    },
  ];
  return (
    <AdminList
      {...search}
      searchLabel={t`Search contacts`}
      empty={{ icon: UserRound, title: t`The contacts of all accounts appear here` }}
      count={visible?.length}
      error={list.error}
      onRetry={list.retry}
      onMore={list.more}
      isReadingMore={list.isReadingMore}
    >
      <DataTable label={t`Contacts`} columns={columns} rows={visible ?? []} />
    </AdminList>
  );
}
