import { liveRecords } from "#platform/client/live-records.ts";
import { byName, type NamedList, newestFirst, pageAfter, trashOf } from "#platform/client/record-source.ts";
import type { DecisionOnWire, MemberOnWire, WorkspaceOnWire } from "../model.ts";
import { decisions, members, workspaces } from "./api.ts";

/** A member as a cached record: its id is the account's, and the copy read last wins. */
export type MemberRecord = MemberOnWire & { id: string; version: number };
const asRecord = (member: MemberOnWire): MemberRecord => ({ ...member, id: member.userId, version: 0 });

export const workspaceRecords = liveRecords<WorkspaceOnWire>("workspaces", (id) =>
  workspaces.get.read({ id }),
);
export const memberRecords = liveRecords<MemberRecord>("members", async (userId) => {
  return asRecord(await members.get.read({ userId }));
});
export const decisionRecords = liveRecords<DecisionOnWire>("decisions", (id) => decisions.get.read({ id }));

export const allWorkspaces: NamedList<WorkspaceOnWire> = {
  key: "workspaces",
  source: {
    read: (cursor) => workspaces.list.read({ limit: 200, ...pageAfter(cursor) }),
    includes: () => true,
    compare: newestFirst,
  },
};

/** People by name: of one workspace or of all active ones, found by the server where something is searched. */
export function membersOf(
  workspaceId: string | undefined,
  search: string | undefined,
): NamedList<MemberRecord> {
  const filter = { ...(workspaceId && { workspaceId }), ...(search && { search }) };
  return {
    key: `members ${JSON.stringify(filter)}`,
    source: {
      read: async (cursor) => {
        const { items, nextCursor } = await members.list.read({ ...filter, ...pageAfter(cursor) });
        return { items: items.map(asRecord), nextCursor };
      },
      includes: ({ memberships }, isListed) =>
        search
          ? isListed
          : memberships.some((each) => (workspaceId ? each.workspaceId === workspaceId : each.isActive)),
      compare: byName(({ fullName }) => fullName),
    },
  };
}

/** Decisions that need the reader's vote come first, as in the server's order. */
const needsMyVote = ({ status, mayVote, myVote }: DecisionOnWire) =>
  status === "voting" && mayVote && myVote === null ? 1 : 0;
const urgentFirst = (one: DecisionOnWire, other: DecisionOnWire) =>
  needsMyVote(other) - needsMyVote(one) || newestFirst(one, other);

export type DecisionStatusFilter = "pending" | "completed" | undefined;

export function decisionsOf(
  workspaceId: string | undefined,
  status: DecisionStatusFilter,
  search: string | undefined,
): NamedList<DecisionOnWire> {
  const filter = {
    ...(workspaceId && { workspaceId }),
    ...(status && { status }),
    ...(search && { search }),
  };
  return {
    key: `decisions ${JSON.stringify(filter)}`,
    source: {
      read: (cursor) => decisions.list.read({ ...filter, ...pageAfter(cursor) }),
      includes: (decision, isListed) =>
        decision.deletedAt === null &&
        (!search || isListed) &&
        (!workspaceId || decision.workspaceId === workspaceId) &&
        (!status || (decision.status === "completed") === (status === "completed")),
      compare: urgentFirst,
    },
  };
}

export const decisionTrash = trashOf("decisions", decisions.trash, ({ mayManage }) => mayManage);
