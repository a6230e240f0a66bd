import { t } from "#i18n/message.ts";
import { RecordWrites, reportFailure as report } from "#platform/client/record-writes.ts";
import { type FormValues, formOf } from "#platform/fields/field-form.ts";
import { toast } from "#ui/overlays/toast.ts";
import { workspaceFields } from "../fields.ts";
import type { DecisionOnWire, TeamRole, Vote, WorkspaceOnWire } from "../model.ts";
import { decisions, members, workspaces } from "./api.ts";
import { decisionRecords, type MemberRecord, memberRecords, workspaceRecords } from "./records.ts";

/** Shows a failure toast, with the server's reason if there is one. */
export const reportFailure = (title: string, error: unknown): void => void report(toast, title, error);

/** Deleted decisions stay in the trash for 30 days. */
export const decisionWrites = new RecordWrites<DecisionOnWire>({
  records: decisionRecords,
  verbs: { delete: decisions.delete, restore: decisions.restore },
  report: toast,
  failures: {
    delete: t`Failed to delete decision`,
    restore: t`Failed to restore decision`,
  },
  messages: { deleted: t`Decision deleted` },
});

export const workspaceForm = formOf(workspaceFields);
type WorkspaceValues = FormValues<typeof workspaceFields>;

export const workspaceWrites = new RecordWrites<WorkspaceOnWire, Partial<WorkspaceValues>>({
  records: workspaceRecords,
  verbs: { update: workspaces.update },
  report: toast,
  failures: {
    create: t`Failed to create workspace`,
    update: t`Failed to update workspace`,
  },
  messages: {},
});

/** Shows the vote at once; reverts it, with the specified toast, if the server refuses. */
export async function castVote(
  decision: DecisionOnWire,
  vote: Vote,
  comment: string | null,
): Promise<boolean> {
  const { id, myVote, counts, voted } = decision;
  const counted = counts && { ...counts, [vote]: counts[vote] + 1 };
  if (counted && myVote) counted[myVote] -= 1;
  const cast = { myVote: vote, myComment: comment, myProxyName: null, counts: counted };
  const isCast = await decisionWrites.attempt(t`Failed to record vote`, () =>
    decisionRecords.write(
      id,
      (current) => ({ ...current, ...cast, voted: myVote ? voted : voted + 1 }),
      () => decisions.vote.call({ id, vote, comment }),
    ),
  );
  if (isCast) toast.success(t`Vote Recorded`);
  return isCast;
}

type DecisionInput = Omit<Parameters<typeof decisions.create.call>[0], "workspaceId"> &
  Pick<DecisionOnWire, "title" | "description" | "deadline" | "threshold" | "quorum" | "isHidden">;

/** Shows the decision in the list at once. False, after the specified toast, if the server refuses. */
export async function createDecision(workspace: WorkspaceOnWire, input: DecisionInput): Promise<boolean> {
  const { documentIds: _, ...fields } = input;
  const draft: DecisionOnWire = {
    ...fields,
    id: crypto.randomUUID(),
    version: 0,
    workspaceId: workspace.id,
    workspaceName: workspace.name,
    timeZone: input.timeZone ?? null,
    createdBy: "",
    creatorName: null,
    createdAt: new Date().toISOString(),
    deletedAt: null,
    status: "voting",
    completedAt: null,
    completionReason: null,
    closedByName: null,
    remindedAt: null,
    counts: fields.isHidden ? null : { approve: 0, reject: 0, abstain: 0 },
    voted: 0,
    voters: workspace.members,
    papers: 0,
    myVote: null,
    myComment: null,
    myProxyName: null,
    isWorkspaceActive: true,
    mayVote: false,
    mayManage: false,
    outcome: null,
  };
  const isMade = await decisionWrites.attempt(t`Failed to create decision`, () =>
    decisionRecords.create(draft, () => decisions.create.call({ workspaceId: workspace.id, ...input })),
  );
  if (isMade) toast.success(t`Decision Created`, t`Everyone who may vote is asked`);
  return isMade;
}

/** Shows the workspace in the list at once. False, after the specified toast, if the server refuses. */
export async function createWorkspace(fields: WorkspaceValues): Promise<boolean> {
  const draft: WorkspaceOnWire = {
    ...fields,
    id: crypto.randomUUID(),
    version: 0,
    createdBy: "",
    createdAt: new Date().toISOString(),
    isActive: true,
    myRole: "admin",
    members: 1,
    pendingDecisions: 0,
  };
  const isMade = await workspaceWrites.attempt(t`Failed to create workspace`, () =>
    workspaceRecords.create(draft, () => workspaces.create.call(fields)),
  );
  if (isMade) toast.success(t`Workspace Created`, `'${fields.name}'`);
  return isMade;
}

/** Those who have not voted, and nobody else. */
export async function remindVoters({ id }: DecisionOnWire): Promise<void> {
  const isSent = await decisionWrites.attempt(t`Failed to send the reminder`, async () =>
    decisionRecords.receive([await decisions.remind.call({ id })]),
  );
  if (isSent) toast.success(t`Reminder Sent`, t`To those who have not voted`);
}

export async function closeDecision({ id }: DecisionOnWire): Promise<void> {
  const closed = (current: DecisionOnWire): DecisionOnWire => ({
    ...current,
    status: "completed",
    mayVote: false,
  });
  await decisionWrites.attempt(t`Failed to close decision`, () =>
    decisionRecords.write(id, closed, () => decisions.close.call({ id })),
  );
}

export async function setActive({ id, name }: WorkspaceOnWire, isActive: boolean): Promise<void> {
  const verb = isActive ? workspaces.activate : workspaces.deactivate;
  const failure = isActive ? t`Failed to activate workspace` : t`Failed to deactivate workspace`;
  const isSaved = await workspaceWrites.attempt(failure, () =>
    workspaceRecords.write(
      id,
      (current) => ({ ...current, isActive }),
      () => verb.call({ id }),
    ),
  );
  const workspace = workspaceRecords.get(id);
  if (isSaved && !isActive && workspace)
    toast.undo(t`'${name}' is inactive`, () => void setActive(workspace, true));
}

export async function leaveWorkspace({ id, name }: WorkspaceOnWire): Promise<void> {
  const hasLeft = await workspaceWrites.attempt(t`Failed to leave workspace`, () =>
    workspaceRecords.write(
      id,
      (current) => current,
      async () => {
        await workspaces.leave.call({ id });
        return null;
      },
    ),
  );
  if (hasLeft) toast.success(t`You left '${name}'`);
}

export async function setRole(member: MemberRecord, workspaceId: string, role: TeamRole): Promise<void> {
  const { id: userId } = member;
  const withRole = (current: MemberRecord): MemberRecord => ({
    ...current,
    memberships: current.memberships.map((each) =>
      each.workspaceId === workspaceId ? { ...each, role } : each,
    ),
  });
  await workspaceWrites.attempt(t`Failed to change role`, () =>
    memberRecords.write(userId, withRole, async (latest) => {
      await members.setRole.call({ workspaceId, userId, role });
      return withRole(latest);
    }),
  );
}

export async function removeMember(member: MemberRecord, workspaceId: string): Promise<void> {
  const { id: userId, fullName } = member;
  const without = (current: MemberRecord): MemberRecord => ({
    ...current,
    memberships: current.memberships.filter((each) => each.workspaceId !== workspaceId),
  });
  const isRemoved = await workspaceWrites.attempt(t`Failed to remove member`, () =>
    memberRecords.write(userId, without, async (latest) => {
      await members.remove.call({ workspaceId, userId });
      return without(latest);
    }),
  );
  if (isRemoved) toast.success(t`${fullName} was removed`);
}
