import { ApiError } from "#platform/client/resource-client.ts";
import { toast } from "#ui/toast.ts";
import type { DecisionOnWire, TeamRole, Vote, WorkspaceOnWire } from "../model.ts";
import { decisions, members, workspaces } from "./api.ts";
import { decisionRecords, type MemberRecord, memberRecords, workspaceRecords } from "./records.ts";

/** The toast of what failed, with the server's reason where it gave one. */
export function tellFailure(title: string, error: unknown): void {
  toast.failure(title, error instanceof ApiError ? error.message : undefined);
}

/** Shown at once; taken back, with the specified toast, where the server refuses. */
export async function castVote(
  decision: DecisionOnWire,
  vote: Vote,
  comment: string | null,
): Promise<boolean> {
  const { id, myVote, counts } = decision;
  const counted = { ...counts, [vote]: counts[vote] + 1 };
  if (myVote) counted[myVote] -= 1;
  try {
    await decisionRecords.write(
      id,
      (shown) => ({ ...shown, myVote: vote, myComment: comment, counts: counted }),
      () => decisions.vote.call({ id, vote, comment }),
    );
  } catch (error) {
    tellFailure("Failed to record vote", error);
    return false;
  }
  toast.success("Vote Recorded");
  return true;
}

export async function closeDecision({ id }: DecisionOnWire): Promise<void> {
  const closed = (shown: DecisionOnWire): DecisionOnWire => ({
    ...shown,
    status: "completed",
    mayVote: false,
  });
  await decisionRecords
    .write(id, closed, () => decisions.close.call({ id }))
    .catch((error: unknown) => tellFailure("Failed to close decision", error));
}

/** To the trash, where it stays for 30 days. */
export async function deleteDecision(decision: DecisionOnWire): Promise<void> {
  const { id } = decision;
  const inTrash = (shown: DecisionOnWire) => ({ ...shown, deletedAt: new Date().toISOString() });
  try {
    await decisionRecords.write(id, inTrash, async (latest) => {
      await decisions.delete.call({ id });
      return inTrash(latest);
    });
  } catch (error) {
    return tellFailure("Failed to delete decision", error);
  }
  toast.undo("Decision deleted", () => void restoreDecision(decision));
}

async function restoreDecision(decision: DecisionOnWire): Promise<void> {
  await decisionRecords
    .create({ ...decision, deletedAt: null }, () => decisions.restore.call({ id: decision.id }))
    .catch((error: unknown) => tellFailure("Failed to restore decision", error));
}

export async function setActive({ id, name }: WorkspaceOnWire, isActive: boolean): Promise<void> {
  const verb = isActive ? workspaces.activate : workspaces.deactivate;
  try {
    await workspaceRecords.write(
      id,
      (shown) => ({ ...shown, isActive }),
      () => verb.call({ id }),
    );
  } catch (error) {
    return tellFailure(isActive ? "Failed to activate workspace" : "Failed to deactivate workspace", error);
  }
  const workspace = workspaceRecords.get(id);
  if (!isActive && workspace) toast.undo(`'${name}' is inactive`, () => void setActive(workspace, true));
}

export async function leaveWorkspace({ id, name }: WorkspaceOnWire): Promise<void> {
  try {
    await workspaceRecords.write(
      id,
      (shown) => shown,
      async () => {
        await workspaces.leave.call({ id });
        return null;
      },
    );
  } catch (error) {
    return tellFailure("Failed to leave workspace", error);
  }
  toast.success(`You left '${name}'`);
}

export async function setRole(member: MemberRecord, workspaceId: string, role: TeamRole): Promise<void> {
  const { id: userId } = member;
  const withRole = (shown: MemberRecord): MemberRecord => ({
    ...shown,
    memberships: shown.memberships.map((each) =>
      each.workspaceId === workspaceId ? { ...each, role } : each,
    ),
  });
  await memberRecords
    .write(userId, withRole, async (latest) => {
      await members.setRole.call({ workspaceId, userId, role });
      return withRole(latest);
    })
    .catch((error: unknown) => tellFailure("Failed to change role", error));
}

export async function removeMember(member: MemberRecord, workspaceId: string): Promise<void> {
  const { id: userId, fullName } = member;
  const without = (shown: MemberRecord): MemberRecord => ({
    ...shown,
    memberships: shown.memberships.filter((each) => each.workspaceId !== workspaceId),
  });
  try {
    await memberRecords.write(userId, without, async (latest) => {
      await members.remove.call({ workspaceId, userId });
      return without(latest);
    });
  } catch (error) {
    return tellFailure("Failed to remove member", error);
  }
  toast.success(`${fullName} was removed`);
}
