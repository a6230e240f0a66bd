import { Search, UserPlus, Users } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { useRecord, useRecordList } from "#platform/client/use-records.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { useTypedSearch } from "#ui/inputs/use-typed-search.ts";
import { laterDialog, laterPart } from "#ui/later-part.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { LoadedList } from "#ui/lists/loaded-list.tsx";
import { PageRows } from "#ui/lists/virtual-rows.tsx";
import styles from "../panel.module.css";
import { memberRecords, membersOf } from "../records.ts";
import { READ_FAILURE, reportReadFailure } from "../report-read-failure.ts";
import type { ChangeAddress, TeamAddress } from "../team-address.ts";
import { useWorkspaces } from "../workspaces/use-workspaces.ts";
import { WorkspaceFilter } from "../workspaces/workspace-filter.tsx";
import { MemberRow } from "./member-row.tsx";

/** A guess: rows are measured. */
const ROW_HEIGHT = 64;
const TYPING_PAUSE_MS = 200;

type MembersPanelProps = { address: TeamAddress; change: ChangeAddress; onInvite(): void };

/** The reader's teammates, by name, with their presence. */
export const PendingInvitations = laterPart(
  async () => (await import("./pending-invitations.tsx")).PendingInvitations,
);
export const ManageMemberDialog = laterDialog(
  async () => (await import("./manage-member-dialog.tsx")).ManageMemberDialog,
);

export function MembersPanel({ address, change, onInvite }: MembersPanelProps) {
  const { administered } = useWorkspaces();
  const [managed, setManaged] = useState<string>();
  return (
    <>
      <Row margin="0 0 12px" wrap className={styles.bar}>
        <SearchField
          value={address.search ?? ""}
          onChange={(search) => change({ search: search || undefined }, { replace: true })}
        />
        <WorkspaceFilter address={address} change={change} />
      </Row>
      {administered.length > 0 && <PendingInvitations workspaceId={address.workspace} />}
      <MemberList address={address} onManage={setManaged} onInvite={onInvite} />
      {managed && <Managed id={managed} onClose={() => setManaged(undefined)} />}
    </>
  );
}

function Managed({ id, onClose }: { id: string; onClose(): void }) {
  const member = useRecord(memberRecords, id);
  return member ? <ManageMemberDialog member={member} onClose={onClose} /> : null;
}

/** Searches when typing pauses, so that the URL does not change with every character. */
function SearchField({ value, onChange }: { value: string; onChange(text: string): void }) {
  const [text, setText] = useTypedSearch({ text: value, delayMs: () => TYPING_PAUSE_MS, onSearch: onChange });
  return (
    <TextInput
      aria-label={t`Search members`}
      placeholder={t`Search by name or address`}
      className={styles.search}
      leftSection={<Search size={16} strokeWidth={1.75} aria-hidden />}
      maxLength={200}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}

type MemberListProps = { address: TeamAddress; onManage(id: string): void; onInvite(): void };

function MemberList({ address: { workspace, search }, onManage, onInvite }: MemberListProps) {
  const { key, source } = membersOf(workspace, search);
  const list = useRecordList(memberRecords, key, source);
  const { ids } = list;
  const none = search ? (
    <EmptyState icon={Search} title={t`Nobody is found for “${search}”`} />
  ) : (
    <EmptyState
      icon={Users}
      title={t`Your teammates appear here`}
      message={t`Create a workspace and invite your first colleague.`}
      action={
        <Button
          variant="default"
          leftSection={<UserPlus size={16} strokeWidth={1.75} aria-hidden />}
          onClick={onInvite}
        >
          {t`Invite Member`}
        </Button>
      }
    />
  );
  return (
    <LoadedList
      list={list}
      failure={READ_FAILURE}
      onFailure={reportReadFailure}
      loading={<SkeletonRows count={6} height={64} label={t`Loading members`} />}
      empty={none}
    >
      <Stack as="section" gap={0} surface="card" overflow="hidden" aria-label={t`Team members`}>
        <PageRows
          count={ids.length}
          rowHeight={ROW_HEIGHT}
          isMeasured
          rowKey={(index) => ids[index] ?? ""}
          onNearEnd={list.more}
          renderRow={(index) => (
            <MemberRow id={ids[index] ?? ""} workspaceId={workspace} onManage={onManage} />
          )}
        />
      </Stack>
    </LoadedList>
  );
}
