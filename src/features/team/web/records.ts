import { liveRecords } from "#platform/client/live-records.ts";
import type { ListSource } from "#platform/client/record-source.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import type { DecisionOnWire, MemberOnWire, WorkspaceOnWire } from "../model.ts";
import { decisions, members, workspaces } from "./api.ts";

/** Null if it is gone; other errors are thrown. */
const orNull = <R>(reading: Promise<R>): Promise<R | null> =>
  reading.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "not_found") return null;
    throw error;
  });

/** A member as a cached record: its id is the account's, and the copy read last wins. */
export type MemberRecord = MemberOnWire & { id: string; version: number };
const asRecord = (member: MemberOnWire): MemberRecord => ({ ...member, id: member.userId, version: 0 });

export const workspaceRecords = liveRecords<WorkspaceOnWire>("workspaces", (id) =>
  orNull(workspaces.get.call({ id })),
);
export const memberRecords = liveRecords<MemberRecord>("members", async (userId) => {
  const member = await orNull(members.get.call({ userId }));
  return member && asRecord(member);
});
export const decisionRecords = liveRecords<DecisionOnWire>("decisions", (id) =>
  orNull(decisions.get.call({ id })),
);

const newestFirst = (one: { id: string; createdAt: string }, other: { id: string; createdAt: string }) =>
  Date.parse(other.createdAt) - Date.parse(one.createdAt) || (one.id < other.id ? 1 : -1);

type List<R> = { key: string; source: ListSource<R> };
const after = (cursor: string | null) => (cursor ? { cursor } : {});

export const allWorkspaces: List<WorkspaceOnWire> = {
  key: "workspaces",
  source: {
    read: (cursor) => workspaces.list.call({ limit: 200, ...after(cursor) }),
    includes: () => true,
    compare: newestFirst,
  },
};

const names = new Intl.Collator("und");

/** People by name: of one workspace or of all active ones, found by the server where something is searched. */
export function membersOf(workspaceId: string | undefined, search: string | undefined): List<MemberRecord> {
  const filter = { ...(workspaceId && { workspaceId }), ...(search && { search }) };
  return {
    key: `members ${JSON.stringify(filter)}`,
    source: {
      read: async (cursor) => {
        const { items, nextCursor } = await members.list.call({ ...filter, ...after(cursor) });
        return { items: items.map(asRecord), nextCursor };
      },
      includes: ({ memberships }, isListed) =>
        search
          ? isListed
          : memberships.some((each) => (workspaceId ? each.workspaceId === workspaceId : each.isActive)),
      compare: (one, other) => names.compare(one.fullName, other.fullName) || (one.id < other.id ? -1 : 1),
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
): List<DecisionOnWire> {
  const filter = {
    ...(workspaceId && { workspaceId }),
    ...(status && { status }),
    ...(search && { search }),
  };
  return {
    key: `decisions ${JSON.stringify(filter)}`,
    source: {
      read: (cursor) => decisions.list.call({ ...filter, ...after(cursor) }),
      includes: (decision, isListed) =>
        decision.deletedAt === null &&
        (!search || isListed) &&
        (!workspaceId || decision.workspaceId === workspaceId) &&
        (!status || (decision.status === "completed") === (status === "completed")),
      compare: urgentFirst,
    },
  };
}

export const decisionTrash: List<DecisionOnWire> = {
  key: "decisions in the trash",
  source: {
    isTrash: true,
    read: (cursor) => decisions.trash.call({ ...after(cursor) }),
    includes: ({ deletedAt, mayManage }) => deletedAt !== null && mayManage,
    compare: (one, other) => Date.parse(other.deletedAt ?? "") - Date.parse(one.deletedAt ?? ""),
  },
};
