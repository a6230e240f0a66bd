import { Plus, Search, Vote as VoteIcon } from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { useRecordList } from "#platform/client/use-records.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { SkeletonCards } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { SearchField } from "#ui/inputs/search-field.tsx";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { LoadedList } from "#ui/lists/loaded-list.tsx";
import { PageRows } from "#ui/lists/virtual-rows.tsx";
import styles from "../panel.module.css";
import { decisionRecords, decisionsOf } from "../records.ts";
import { READ_FAILURE, reportReadFailure } from "../report-read-failure.ts";
import type { ChangeAddress, TeamAddress } from "../team-address.ts";
import { useWorkspaces } from "../workspaces/use-workspaces.ts";
import { WorkspaceFilter } from "../workspaces/workspace-filter.tsx";
import { DecisionCard } from "./decision-card.tsx";
import { DecisionTrash } from "./decision-trash.tsx";
import { useDecisionKeys } from "./use-decision-keys.ts";

const STATUSES = [
  { value: "all", label: term("All", "all decisions") },
  { value: "pending", label: t`Pending` },
  { value: "completed", label: t`Completed` },
] as const;

const NONE_OF = { pending: t`No pending decisions here`, completed: t`No completed decisions here` };

/** A guess: cards are measured. */
const CARD_HEIGHT = 220;

type DecisionsPanelProps = { address: TeamAddress; change: ChangeAddress; onCreate(): void };

export function DecisionsPanel({ address, change, onCreate }: DecisionsPanelProps) {
  const { administered } = useWorkspaces();
  if (address.trash) return <DecisionTrash onLeave={() => change({ trash: undefined })} />;
  const newDecision = administered.length > 0 && (
    <Button
      className={`${styles.last} ${styles.beside}`}
      leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      onClick={onCreate}
    >
      {t`New Decision`}
    </Button>
  );
  return (
    <>
      <Row margin="0 0 12px" wrap className={styles.bar}>
        <SegmentedControl
          label={t`Which decisions`}
          value={address.status ?? "all"}
          onChange={(status) => change({ status: status === "all" ? undefined : status })}
          options={STATUSES}
        />
        <SearchField
          label={t`Search decisions`}
          text={address.search ?? ""}
          onSearch={(search) => change({ search }, { replace: true })}
        />
        <Button
          className={styles.beside}
          variant="subtle"
          color="gray"
          onClick={() => change({ trash: true })}
        >
          {t`Trash`}
        </Button>
        <WorkspaceFilter address={address} change={change} />
        {newDecision}
      </Row>
      <DecisionList address={address} onOpen={(decision) => change({ decision })} />
    </>
  );
}

type DecisionListProps = { address: TeamAddress; onOpen(id: string): void };

function DecisionList({ address: { workspace, status, search }, onOpen }: DecisionListProps) {
  const { key, source } = decisionsOf(workspace, status, search);
  const list = useRecordList(decisionRecords, key, source);
  useDecisionKeys();
  const { ids } = list;
  const none = search ? (
    <EmptyState icon={Search} title={t`No decision is found for “${search}”`} />
  ) : (
    <EmptyState
      icon={VoteIcon}
      title={status ? NONE_OF[status] : t`Your team's decisions appear here, with every vote`}
      message={status ? undefined : t`Administrators of a workspace start votes. Members vote on them.`}
    />
  );
  return (
    <LoadedList
      list={list}
      failure={READ_FAILURE}
      onFailure={reportReadFailure}
      loading={
        <div className={styles.cards}>
          <SkeletonCards count={3} least="100%" label={t`Loading decisions`} />
        </div>
      }
      empty={none}
    >
      <PageRows
        count={ids.length}
        rowHeight={CARD_HEIGHT}
        isMeasured
        rowKey={(index) => ids[index] ?? ""}
        onNearEnd={list.more}
        renderRow={(index) => <DecisionCard id={ids[index] ?? ""} onOpen={onOpen} />}
      />
    </LoadedList>
  );
}
