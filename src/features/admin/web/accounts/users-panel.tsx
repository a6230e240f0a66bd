import { Users } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { Clipped } from "#ui/clipped.tsx";
import { formatDate } from "#ui/dates.ts";
import { Badge, type Tone } from "#ui/display/badge.tsx";
import { type Column, DataTable } from "#ui/display/data-table.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Grid } from "#ui/layout/stack.tsx";
import type { Role } from "../../model.ts";
import { AdminList, type SearchProps } from "../admin-list.tsx";
import { adminUsers } from "../api.ts";
import type { ListedUser } from "../listed-user.ts";
import { usePages } from "../use-pages.ts";
import { VouchDialog } from "../vouch-dialog.tsx";
import styles from "./address-cell.module.css";
import { AddressCell } from "./address-cell.tsx";
import { ChangeRoleDialog } from "./change-role-dialog.tsx";
import { ROLE_NAMES } from "./role-names.ts";

const TONES: Record<Role, Tone> = { admin: "accent", moderator: "info", user: "neutral" };

export function UsersPanel(search: SearchProps) {
  const { rows, ...list } = usePages("adminUsers", adminUsers.list, search.text);
  const [changing, setChanging] = useState<ListedUser>();
  const [vouching, setVouching] = useState<ListedUser>();
  const columns: Column<ListedUser>[] = [
    {
      label: t`Email`,
      isName: true,
      share: "34%",
      cell: (user) => (
        <Grid as="span" columns={1} gap={0} grow pad="4px 0" className={styles.person}>
          <Clipped text={user.email} />
          <AddressCell user={user} onVouch={() => setVouching(user)} />
        </Grid>
      ),
    },
    { label: t`Name`, share: "20%", cell: ({ fullName }) => <Clipped text={fullName} /> },
    { label: t`Role`, cell: ({ role }) => <Badge tone={TONES[role]}>{ROLE_NAMES[role]}</Badge> },
    { label: t`Created`, isTight: true, cell: ({ createdAt }) => formatDate(createdAt) },
    {
      label: t`Actions`,
      isEnd: true,
      cell: (user) => (
        <Button
          variant="default"
          size="compact-md"
          aria-label={t`Change role of ${user.email}`}
          onClick={() => setChanging(user)}
        >
          {t`Change Role`}
        </Button>
      ),
    },
  ];
  return (
    <>
      <AdminList
        {...search}
        searchLabel={t`Search users`}
        empty={{ icon: Users, title: t`All accounts appear here` }}
        count={rows?.length}
        error={list.error}
        onRetry={list.retry}
        onMore={list.more}
        isReadingMore={list.isReadingMore}
      >
        <DataTable label={t`Users`} columns={columns} rows={rows ?? []} />
      </AdminList>
      {vouching && <VouchDialog user={vouching} onClose={() => setVouching(undefined)} />}
      {changing && <ChangeRoleDialog user={changing} onClose={() => setChanging(undefined)} />}
    </>
  );
}
