import { ApiError } from "#platform/client/resource-client.ts";
import { type FormValues, formOf } from "#platform/fields/field-form.ts";
import { toast } from "#ui/overlays/toast.ts";
import { workspaceFields } from "../fields.ts";
import type { DecisionOnWire, TeamRole, Vote, WorkspaceOnWire } from "../model.ts";
import { decisions, members, workspaces } from "./api.ts";
import { decisionRecords, type MemberRecord, memberRecords, workspaceRecords } from "./records.ts";

/** Shows a failure toast, with the server's reason if there is one. */
export function reportFailure(title: string, error: unknown): void {
  toast.failure(title, error instanceof ApiError ? error.message : undefined);
}

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
  try {
    await decisionRecords.write(
      id,
      (current) => ({ ...current, ...cast, voted: myVote ? voted : voted + 1 }),
      () => decisions.vote.call({ id, vote, comment }),
    );
  } catch (error) {
    reportFailure("Failed to record vote", error);
    return false;
  }
  toast.success("Vote Recorded");
  return true;
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
  try {
    await decisionRecords.create(draft, () => decisions.create.call({ workspaceId: workspace.id, ...input }));
  } catch (error) {
    reportFailure("Failed to create decision", error);
    return false;
  }
  toast.success("Decision Created", "Everyone who may vote is asked");
  return true;
}

export const workspaceForm = formOf(workspaceFields);
export type WorkspaceValues = FormValues<typeof workspaceFields>;

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
  try {
    await workspaceRecords.create(draft, () => workspaces.create.call(fields));
  } catch (error) {
    reportFailure("Failed to create workspace", error);
    return false;
  }
  toast.success("Workspace Created", `'${fields.name}'`);
  return true;
}

/** Those who have not voted, and nobody else. */
export async function remindVoters({ id }: DecisionOnWire): Promise<void> {
  try {
    decisionRecords.receive([await decisions.remind.call({ id })]);
  } catch (error) {
    return reportFailure("Failed to send the reminder", error);
  }
  toast.success("Reminder Sent", "To those who have not voted");
}

export async function closeDecision({ id }: DecisionOnWire): Promise<void> {
  const closed = (current: DecisionOnWire): DecisionOnWire => ({
    ...current,
    status: "completed",
    mayVote: false,
  });
  await decisionRecords
    .write(id, closed, () => decisions.close.call({ id }))
    .catch((error: unknown) => reportFailure("Failed to close decision", error));
}

/** To the trash, where it stays for 30 days. */
export async function deleteDecision(decision: DecisionOnWire): Promise<void> {
  const { id } = decision;
  const inTrash = (current: DecisionOnWire) => ({ ...current, deletedAt: new Date().toISOString() });
  try {
    await decisionRecords.write(id, inTrash, async (latest) => {
      await decisions.delete.call({ id });
      return inTrash(latest);
    });
  } catch (error) {
    return reportFailure("Failed to delete decision", error);
  }
  toast.undo("Decision deleted", () => void restoreDecision(decision));
}

export async function restoreDecision(decision: DecisionOnWire): Promise<void> {
  await decisionRecords
    .create({ ...decision, deletedAt: null }, () => decisions.restore.call({ id: decision.id }))
    .catch((error: unknown) => reportFailure("Failed to restore decision", error));
}

export async function setActive({ id, name }: WorkspaceOnWire, isActive: boolean): Promise<void> {
  const verb = isActive ? workspaces.activate : workspaces.deactivate;
  try {
    await workspaceRecords.write(
      id,
      (current) => ({ ...current, isActive }),
      () => verb.call({ id }),
    );
  } catch (error) {
    return reportFailure(isActive ? "Failed to activate workspace" : "Failed to deactivate workspace", error);
  }
  const workspace = workspaceRecords.get(id);
  if (!isActive && workspace) toast.undo(`'${name}' is inactive`, () => void setActive(workspace, true));
}

export async function leaveWorkspace({ id, name }: WorkspaceOnWire): Promise<void> {
  try {
    await workspaceRecords.write(
      id,
      (current) => current,
      async () => {
        await workspaces.leave.call({ id });
        return null;
      },
    );
  } catch (error) {
    return reportFailure("Failed to leave workspace", error);
  }
  toast.success(`You left '${name}'`);
}

export async function setRole(member: MemberRecord, workspaceId: string, role: TeamRole): Promise<void> {
  const { id: userId } = member;
  const withRole = (current: MemberRecord): MemberRecord => ({
    ...current,
    memberships: current.memberships.map((each) =>
      each.workspaceId === workspaceId ? { ...each, role } : each,
    ),
  });
  await memberRecords
    .write(userId, withRole, async (latest) => {
      await members.setRole.call({ workspaceId, userId, role });
      return withRole(latest);
    })
    .catch((error: unknown) => reportFailure("Failed to change role", error));
}

export async function removeMember(member: MemberRecord, workspaceId: string): Promise<void> {
  const { id: userId, fullName } = member;
  const without = (current: MemberRecord): MemberRecord => ({
    ...current,
    memberships: current.memberships.filter((each) => each.workspaceId !== workspaceId),
  });
  try {
    await memberRecords.write(userId, without, async (latest) => {
      await members.remove.call({ workspaceId, userId });
      return without(latest);
    });
  } catch (error) {
    return reportFailure("Failed to remove member", error);
  }
  toast.success(`${fullName} was removed`);
}
