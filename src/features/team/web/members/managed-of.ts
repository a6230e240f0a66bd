import type { WorkspaceOnWire } from "../../model.ts";
import type { MemberRecord } from "../records.ts";

/** Workspaces of this person that the reader administers. */
export const managedOf = (member: MemberRecord, workspaces: readonly WorkspaceOnWire[]) =>
  member.memberships.filter(({ workspaceId }) =>
    workspaces.some(({ id, myRole }) => id === workspaceId && myRole === "admin"),
  );
