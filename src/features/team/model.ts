import { z } from "zod";
import { t } from "#i18n/message.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { changeShape, createShape, recordShape } from "#platform/fields/field-shapes.ts";
import { TimeZone } from "#platform/time/time-zone.ts";
import { workspaceFields } from "./fields.ts";

/** The first is the default of an invitation (TEAM-17). */
export const TEAM_ROLES = ["member", "admin", "viewer"] as const;
export const TeamRole = z.enum(TEAM_ROLES);
export type TeamRole = z.infer<typeof TeamRole>;
export const DEFAULT_ROLE: TeamRole = "member";
export const ROLE_LABELS: Record<TeamRole, string> = {
  member: t`Team Member`,
  admin: t`Admin`,
  viewer: t`Viewer`,
};

export const DECISION_STATUSES = ["voting", "completed"] as const;
const DecisionStatus = z.enum(DECISION_STATUSES);

/** Why a decision is completed: its deadline has passed, every voting member has voted, or somebody closed it. */
export const COMPLETIONS = ["deadline", "everyone", "closed"] as const;

export const VOTES = ["approve", "reject", "abstain"] as const;
export const Vote = z.enum(VOTES);
export type Vote = z.infer<typeof Vote>;
export const VOTE_LABELS: Record<Vote, string> = {
  approve: t`Approve`,
  reject: t`Reject`,
  abstain: t`Abstain`,
};

export const INVITATION_DAYS = 7;
/** Links made for one workspace in 24 hours, repeated ones included. */
export const INVITATIONS_A_DAY = 50;
/** Maximum links of one inviter in 24 hours, in all workspaces together. */
export const INVITATIONS_OF_A_PERSON = 200;
/** Minimum time between two links of an invitation. */
export const RESEND_AFTER_SECONDS = 60;
export const TRASH_DAYS = 30;

const Description = z.string().trim().max(5_000).nullable();

export const Workspace = z.object({
  id: Id,
  ...recordShape(workspaceFields),
  createdBy: Id,
  isActive: z.boolean(),
  createdAt: Instant,
  version: z.int(),
  /** The reader's role in it. */
  myRole: TeamRole,
  members: z.int(),
  pendingDecisions: z.int(),
});
export type Workspace = z.output<typeof Workspace>;
export type WorkspaceOnWire = z.input<typeof Workspace>;

export const NewWorkspace = z.strictObject(createShape(workspaceFields));
export const WorkspaceChange = z.strictObject(changeShape(workspaceFields));

const Membership = z.object({
  workspaceId: Id,
  workspaceName: z.string(),
  isActive: z.boolean(),
  role: TeamRole,
});

/** A person whom the reader works with, once, with their memberships in the workspaces that both belong to. */
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
  .regex(z.regexes.html5Email, t`Please enter a valid email address`);

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
  /** Path of the page that accepts it, relative to the URL of this instance. */
  link: z.string(),
  /** True if mail to the invited address was queued; otherwise the inviter shares the link. */
  isMailed: z.boolean(),
});

/** What the invitee sees of an invitation. */
export const ReceivedInvitation = z.object({
  id: Id,
  workspaceName: z.string(),
  inviterName: z.string(),
  invitedRole: TeamRole,
  welcomeMessage: z.string().nullable(),
  expiresAt: Instant,
});

/** Whether a link can be accepted, or why not. */
export const INVITATION_STATES = [
  "open",
  "unknown",
  "expired",
  "other_address",
  "unconfirmed",
  "inactive",
] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/** What makes a decision approved. The first is the default. */
export const THRESHOLDS = ["majority", "supermajority", "unanimous"] as const;
export const Threshold = z.enum(THRESHOLDS);
export type Threshold = z.infer<typeof Threshold>;
export const THRESHOLD_LABELS: Record<Threshold, string> = {
  majority: t`Majority`,
  supermajority: t`Two thirds`,
  unanimous: t`Unanimous`,
};
export const THRESHOLD_RULES: Record<Threshold, string> = {
  majority: t`Approved with more for than against`,
  supermajority: t`Approved with at least two thirds of those for or against`,
  unanimous: t`Approved with somebody for and nobody against`,
};

export const MAX_PAPERS = 20;

export const NewDecision = z.strictObject({
  workspaceId: Id,
  title: z.string().trim().min(1, t`Give the decision a title`).max(500),
  description: Description.default(null),
  deadline: Instant.nullable().default(null),
  /** The time zone of the deadline; by default that of the creator's profile. */
  timeZone: TimeZone.nullable().default(null),
  threshold: Threshold.default("majority"),
  /** Percentage of the voters who have to vote, abstentions included; 0: no quorum. */
  quorum: z.int().min(0).max(100).default(0),
  /** Nobody sees how others vote before it is completed. */
  isHidden: z.boolean().default(false),
  /** Own documents to attach; each is shared with those who see the decision. */
  documentIds: z.array(Id).max(MAX_PAPERS).default([]),
});

export const OUTCOMES = ["approved", "rejected", "tied", "no_quorum"] as const;
export const OUTCOME_LABELS: Record<(typeof OUTCOMES)[number], string> = {
  approved: t`Approved`,
  rejected: t`Rejected`,
  tied: t`Tied`,
  no_quorum: t`No quorum`,
};

const Counts = z.object({ approve: z.int(), reject: z.int(), abstain: z.int() });
export type Counts = z.infer<typeof Counts>;

export const Decision = z.object({
  id: Id,
  workspaceId: Id,
  workspaceName: z.string(),
  /** Nothing is decided in an inactive one. */
  isWorkspaceActive: z.boolean(),
  title: z.string(),
  description: z.string().nullable(),
  deadline: Instant.nullable(),
  timeZone: z.string().nullable(),
  threshold: Threshold,
  quorum: z.int(),
  isHidden: z.boolean(),
  createdBy: Id,
  creatorName: z.string().nullable(),
  status: DecisionStatus,
  completedAt: Instant.nullable(),
  completionReason: z.enum(COMPLETIONS).nullable(),
  /** The person who closed it, if somebody did. */
  closedByName: z.string().nullable(),
  remindedAt: Instant.nullable(),
  createdAt: Instant,
  deletedAt: Instant.nullable(),
  version: z.int(),
  /** Null while they are hidden. */
  counts: Counts.nullable(),
  voted: z.int(),
  /** How many people may vote, or could when it was completed. */
  voters: z.int(),
  papers: z.int(),
  myVote: Vote.nullable(),
  myComment: z.string().nullable(),
  /** The proxy who voted for the reader, if one did. */
  myProxyName: z.string().nullable(),
  /** The reader's permissions now. */
  mayVote: z.boolean(),
  mayManage: z.boolean(),
  /** Null while it is open. Abstentions count for neither side, but for the quorum. */
  outcome: z.enum(OUTCOMES).nullable(),
});
export type Decision = z.output<typeof Decision>;
export type DecisionOnWire = z.input<typeof Decision>;

/** One vote, with its reason. */
export const Ballot = z.object({
  userId: Id,
  fullName: z.string(),
  vote: Vote,
  comment: z.string().nullable(),
  /** The proxy who gave it, where it was not the person. */
  proxyName: z.string().nullable(),
  votedAt: Instant,
});

/** One entry of a decision's log: `hash` is the SHA-256 of `body`, which names the hash before it. */
export const LogEntry = z.object({
  sequence: z.int(),
  kind: z.string(),
  /** Canonical JSON (RFC 8785), exactly as it was hashed; null for what is hidden until the decision is completed. */
  body: z.string().nullable(),
  hash: z.string(),
});
export type LogEntry = z.infer<typeof LogEntry>;

export const LogVerdict = z.object({
  entries: z.int(),
  /** The hash of the last entry: who notes it can prove later that nothing was cut off. */
  head: z.string().nullable(),
  /** Number of the first invalid entry, or null. */
  brokenAt: z.int().nullable(),
  /** Whether the stored votes match the log; null while they are hidden. */
  votesAgree: z.boolean().nullable(),
});

/** A document that belongs to a decision, as it was when it was attached. */
export const Paper = z.object({
  documentId: Id,
  title: z.string(),
  fileName: z.string(),
  fileSize: z.int(),
  sha256: z.string(),
  attachedAt: Instant,
  attachedBy: z.string().nullable(),
  /** `changed` where its bytes are others by now, `gone` where it is no longer shared with the reader. */
  state: z.enum(["same", "changed", "gone"]),
  /** Who opened it from the decision. */
  readers: z.array(z.object({ userId: Id, fullName: z.string(), readAt: Instant })),
});

/** Somebody votes for somebody else, in one decision or in all of a workspace, until it ends. */
export const VoteProxy = z.object({
  id: Id,
  workspaceId: Id,
  workspaceName: z.string(),
  decisionId: Id.nullable(),
  decisionTitle: z.string().nullable(),
  grantorId: Id,
  grantorName: z.string(),
  proxyId: Id,
  proxyName: z.string(),
  /** Whether the reader gave it, or holds it. */
  isFromMe: z.boolean(),
  isMine: z.boolean(),
  expiresAt: Instant,
  createdAt: Instant,
});
export const MAX_PROXY_DAYS = 366;

export const TeamStats = z.object({
  teamMembers: z.int(),
  activeWorkspaces: z.int(),
  pendingDecisions: z.int(),
  onlineNow: z.int(),
});
