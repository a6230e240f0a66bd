import { z } from "zod";
import { Id, Instant } from "#platform/capability/wire.ts";

/** The first is the default of an invitation (TEAM-17). */
export const TEAM_ROLES = ["member", "admin", "viewer"] as const;
export const TeamRole = z.enum(TEAM_ROLES);
export type TeamRole = z.infer<typeof TeamRole>;
export const DEFAULT_ROLE: TeamRole = "member";
export const ROLE_LABELS: Record<TeamRole, string> = {
  member: "Team Member",
  admin: "Admin",
  viewer: "Viewer",
};

export const DECISION_STATUSES = ["voting", "completed"] as const;
const DecisionStatus = z.enum(DECISION_STATUSES);

/** Why a decision is completed: its deadline has passed, every voting member has voted, or somebody closed it. */
export const COMPLETIONS = ["deadline", "everyone", "closed"] as const;

export const VOTES = ["approve", "reject", "abstain"] as const;
export const Vote = z.enum(VOTES);
export type Vote = z.infer<typeof Vote>;
export const VOTE_LABELS: Record<Vote, string> = { approve: "Approve", reject: "Reject", abstain: "Abstain" };

export const INVITATION_DAYS = 7;
/** Links made for one workspace in 24 hours, repeated ones included. */
export const INVITATIONS_A_DAY = 50;
/** In all their workspaces together. */
export const INVITATIONS_OF_A_PERSON = 200;
/** A link that was just made is not made again at once. */
export const RESEND_AFTER_SECONDS = 60;
export const TRASH_DAYS = 30;

const Description = z.string().trim().max(5_000).nullable();
const WorkspaceName = z.string().trim().min(1, "Please enter a workspace name").max(200);

export const Workspace = z.object({
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  createdBy: Id,
  isActive: z.boolean(),
  createdAt: Instant,
  version: z.int(),
  /** What the reader is in it. */
  myRole: TeamRole,
  members: z.int(),
  pendingDecisions: z.int(),
});
export type Workspace = z.output<typeof Workspace>;
export type WorkspaceOnWire = z.input<typeof Workspace>;

export const NewWorkspace = z.strictObject({ name: WorkspaceName, description: Description.default(null) });

export const WorkspaceChange = z.strictObject({
  name: WorkspaceName.optional(),
  description: Description.optional(),
});

const Membership = z.object({
  workspaceId: Id,
  workspaceName: z.string(),
  isActive: z.boolean(),
  role: TeamRole,
});

/** A person whom the reader works with, once, with what they are in the workspaces that both belong to. */
export const Member = z.object({
  userId: Id,
  fullName: z.string(),
  email: z.string(),
  isMe: z.boolean(),
  joinedAt: Instant,
  memberships: z.array(Membership),
});
export type Member = z.output<typeof Member>;
export type MemberOnWire = z.input<typeof Member>;

/** Checked as sign-up checks an address; kept in lower case. */
const Address = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(z.regexes.html5Email, "Please enter a valid email address");

export const NewInvitation = z.strictObject({
  workspaceId: Id,
  email: Address,
  role: TeamRole.default(DEFAULT_ROLE),
  welcomeMessage: z.string().trim().max(2_000).nullable().default(null),
});

export const Invitation = z.object({
  id: Id,
  workspaceId: Id,
  workspaceName: z.string(),
  invitedBy: Id,
  inviterName: z.string().nullable(),
  invitedEmail: z.string(),
  invitedRole: TeamRole,
  welcomeMessage: z.string().nullable(),
  createdAt: Instant,
  sentAt: Instant,
  expiresAt: Instant,
});
export type InvitationOnWire = z.input<typeof Invitation>;

/** The link is part of this answer only; nobody can read it again. */
export const SentInvitation = Invitation.extend({
  /** Where it is accepted, below the address of this instance. */
  link: z.string(),
  /** True where mail to the invited address has been handed over; else the inviter passes the link on. */
  isMailed: z.boolean(),
});

/** What an invitation says to the one it is for. */
export const ReceivedInvitation = z.object({
  id: Id,
  workspaceName: z.string(),
  inviterName: z.string(),
  invitedRole: TeamRole,
  welcomeMessage: z.string().nullable(),
  expiresAt: Instant,
});

/** What stands between a link and its acceptance. */
export const INVITATION_STATES = [
  "open",
  "unknown",
  "expired",
  "other_address",
  "unconfirmed",
  "inactive",
] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

export const NewDecision = z.strictObject({
  workspaceId: Id,
  title: z.string().trim().min(1, "Give the decision a title").max(500),
  description: Description.default(null),
  deadline: Instant.nullable().default(null),
});

const OUTCOMES = ["approved", "rejected", "tied"] as const;

const Counts = z.object({ approve: z.int(), reject: z.int(), abstain: z.int() });
export type Counts = z.infer<typeof Counts>;

export const Decision = z.object({
  id: Id,
  workspaceId: Id,
  workspaceName: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  deadline: Instant.nullable(),
  createdBy: Id,
  creatorName: z.string().nullable(),
  status: DecisionStatus,
  completedAt: Instant.nullable(),
  completedBecause: z.enum(COMPLETIONS).nullable(),
  createdAt: Instant,
  deletedAt: Instant.nullable(),
  version: z.int(),
  counts: Counts,
  /** How many people may vote. */
  voters: z.int(),
  myVote: Vote.nullable(),
  myComment: z.string().nullable(),
  /** What the reader may do now. */
  mayVote: z.boolean(),
  mayManage: z.boolean(),
  /** Null while it is open. Abstentions count for neither side. */
  outcome: z.enum(OUTCOMES).nullable(),
});
export type Decision = z.output<typeof Decision>;
export type DecisionOnWire = z.input<typeof Decision>;

export function outcomeOf({ approve, reject }: Counts): (typeof OUTCOMES)[number] {
  if (approve === reject) return "tied";
  return approve > reject ? "approved" : "rejected";
}

/** One vote, with its reason. */
export const Ballot = z.object({
  userId: Id,
  fullName: z.string(),
  vote: Vote,
  comment: z.string().nullable(),
  votedAt: Instant,
});

export const TeamStats = z.object({
  teamMembers: z.int(),
  activeWorkspaces: z.int(),
  pendingDecisions: z.int(),
  onlineNow: z.int(),
});
