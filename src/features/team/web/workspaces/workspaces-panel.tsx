import { Building2, Plus } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { SkeletonCards } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Grid } from "#ui/layout/stack.tsx";
import { LoadedList, ShowMore } from "#ui/lists/loaded-list.tsx";
import type { WorkspaceOnWire } from "../../model.ts";
import { READ_FAILURE, reportReadFailure } from "../report-read-failure.ts";
import type { ChangeAddress, TeamAddress } from "../team-address.ts";
import { useWorkspaces } from "./use-workspaces.ts";
import { WorkspaceCard } from "./workspace-card.tsx";
import { WorkspaceDialog } from "./workspace-dialog.tsx";

type WorkspacesPanelProps = { address: TeamAddress; change: ChangeAddress; onCreate(): void };

export function WorkspacesPanel({ address, change, onCreate }: WorkspacesPanelProps) {
  const { list, all } = useWorkspaces();
  const [edited, setEdited] = useState<WorkspaceOnWire>();
  const none = (
    <EmptyState
      icon={Building2}
      title={t`A workspace brings together the people who decide`}
      message={t`You are its administrator and invite the others.`}
      action={
        <Button
          variant="default"
          leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          onClick={onCreate}
        >
          {t`New Workspace`}
        </Button>
      }
    />
  );
  return (
    <LoadedList
      list={list}
      failure={READ_FAILURE}
      onFailure={reportReadFailure}
      loading={<SkeletonCards count={3} label={t`Loading workspaces`} />}
      empty={none}
    >
      <Grid as="ul" columns="20rem" gap={16} aria-label={t`Workspaces`}>
        {all.map((workspace) => (
          <WorkspaceCard
            key={workspace.id}
            workspace={workspace}
            isHighlighted={workspace.id === address.workspace}
            onEdit={() => setEdited(workspace)}
            change={change}
          />
        ))}
      </Grid>
      <ShowMore list={list} noun="workspaces" />
      {edited && <WorkspaceDialog key={edited.id} workspace={edited} onClose={() => setEdited(undefined)} />}
    </LoadedList>
  );
}
