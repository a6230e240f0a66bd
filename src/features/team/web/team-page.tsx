import { useQuery } from "@tanstack/react-query";
import { Building2, Plus, UserPlus, Users, Vote as VoteIcon, Wifi } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { t } from "#i18n/message.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { useConfirmedId } from "#platform/client/use-records.ts";
import { StatCard } from "#ui/display/stat-card.tsx";
import { TabList, TabPanel } from "#ui/display/tabs.tsx";
import { PageButton } from "#ui/inputs/button.tsx";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { laterDialog, laterPart } from "#ui/later-part.tsx";
import { useFailureReport } from "#ui/overlays/use-failure-report.ts";
import { Page } from "#ui/page.tsx";
import { PageNotice } from "#ui/page-notice.tsx";
import { team } from "./api.ts";
import { ManageMemberDialog, MembersPanel, PendingInvitations } from "./members/members-panel.tsx";
import { ReceivedInvitations } from "./members/received-invitations.tsx";
import { decisionRecords } from "./records.ts";
import { reportReadFailure } from "./report-read-failure.ts";
import { type ChangeAddress, type TeamAddress, useTeamAddress } from "./team-address.ts";
import { useWorkspaces } from "./workspaces/use-workspaces.ts";

const DecisionDetails = laterDialog(
  async () => (await import("./decisions/decision-details.tsx")).DecisionDetails,
);
const DecisionDialog = laterDialog(
  async () => (await import("./decisions/decision-dialog.tsx")).DecisionDialog,
);
const DecisionsPanel = laterPart(
  async () => (await import("./decisions/decisions-panel.tsx")).DecisionsPanel,
);
const InviteDialog = laterDialog(async () => (await import("./members/invite-dialog.tsx")).InviteDialog);
const WorkspaceDialog = laterDialog(
  async () => (await import("./workspaces/workspace-dialog.tsx")).WorkspaceDialog,
);
const WorkspacesPanel = laterPart(
  async () => (await import("./workspaces/workspaces-panel.tsx")).WorkspacesPanel,
);
const LATER = [
  ...[DecisionDetails, DecisionDialog, DecisionsPanel],
  ...[InviteDialog, ManageMemberDialog, PendingInvitations, WorkspaceDialog, WorkspacesPanel],
];

const TABS = [
  { value: "members", label: t`Team Members` },
  { value: "workspaces", label: t`Workspaces` },
  { value: "decisions", label: t`Decisions` },
] as const;

export function TeamPage() {
  const { address, change } = useTeamAddress();
  const tab = address.tab ?? "members";
  const create = (kind: TeamAddress["create"]) => change({ create: kind });
  useFailureReport(useWorkspaces().list.phase === "failed", reportReadFailure);
  useFetchAfterPage(...LATER);
  useShortcut("i", t`Invite a member`, t`Team`, () => create("invitation"));
  useShortcut("w", t`New workspace`, t`Team`, () => create("workspace"));
  useShortcut("d", t`New decision`, t`Team`, () => create("decision"));
  return (
    <Page
      isCompact
      title={t`Team Collaboration`}
      area={t`Team`}
      subtitle={t`Workspaces, the people in them, and what you decide together`}
      actions={
        <PageButton
          variant="default"
          icon={UserPlus}
          label={t`Invite Member`}
          onClick={() => create("invitation")}
        />
      }
      primaryAction={
        <PageButton
          variant={tab === "decisions" ? "default" : "filled"}
          icon={Plus}
          label={t`New Workspace`}
          onClick={() => create("workspace")}
        />
      }
      stats={<Stats />}
      tabs={
        <TabList
          id="team"
          label={t`Team`}
          value={tab}
          onChange={(next) =>
            change({ tab: next === "members" ? undefined : next, search: undefined, trash: undefined })
          }
          tabs={TABS}
        />
      }
    >
      <PageNotice place="page" />
      <ReceivedInvitations />
      <TabPanel id="team" value="members" isActive={tab === "members"}>
        <MembersPanel address={address} change={change} onInvite={() => create("invitation")} />
      </TabPanel>
      <TabPanel id="team" value="workspaces" isActive={tab === "workspaces"}>
        <WorkspacesPanel address={address} change={change} onCreate={() => create("workspace")} />
      </TabPanel>
      <TabPanel id="team" value="decisions" isActive={tab === "decisions"}>
        <DecisionsPanel address={address} change={change} onCreate={() => create("decision")} />
      </TabPanel>
      <TeamDialogs address={address} change={change} />
    </Page>
  );
}

function TeamDialogs({ address, change }: ReturnType<typeof useTeamAddress>) {
  const close = (tab = address.tab) =>
    change({ create: undefined, title: undefined, description: undefined, tab }, { replace: true });
  if (address.create === "invitation")
    return <InviteDialog workspaceId={address.workspace} onClose={() => close()} />;
  if (address.create === "workspace") return <WorkspaceDialog onClose={() => close()} />;
  if (address.create === "decision")
    return <DecisionDialog address={address} onClose={() => close()} onCreated={() => close("decisions")} />;
  if (!address.decision) return null;
  return <OpenDecision id={address.decision} change={change} />;
}

/** It may be opened while it is still being sent: once the server has given it an id, that one is in the address. */
function OpenDecision({ id, change }: { id: string; change: ChangeAddress }) {
  const confirmedId = useConfirmedId(decisionRecords, id);
  const updateAddress = useEffectEvent(() => change({ decision: confirmedId }, { replace: true }));
  useEffect(() => {
    if (confirmedId !== id) updateAddress();
  }, [confirmedId, id]);
  return (
    <DecisionDetails
      key={confirmedId}
      id={confirmedId}
      onClose={() => change({ decision: undefined }, { replace: true })}
    />
  );
}

function Stats() {
  const { data, isError } = useQuery(team.stats.query({}));
  useFailureReport(isError, reportReadFailure);
  return (
    <>
      <StatCard
        label={t`Team Members`}
        value={isError ? null : data?.teamMembers}
        icon={Users}
        definition={t`Everyone in your active workspaces, once each, you included`}
      />
      <StatCard
        label={t`Active Workspaces`}
        value={isError ? null : data?.activeWorkspaces}
        icon={Building2}
        definition={t`Workspaces that you belong to and that are active`}
      />
      <StatCard
        label={t`Pending Decisions`}
        value={isError ? null : data?.pendingDecisions}
        icon={VoteIcon}
        definition={t`Decisions of your workspaces that are still open`}
      />
      <StatCard
        label={t`Online Now`}
        value={isError ? null : data?.onlineNow}
        icon={Wifi}
        definition={t`Team members who have Adjutant open at this moment, you included`}
      />
    </>
  );
}
