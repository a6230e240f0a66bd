import { z } from "zod";
import { t } from "#i18n/message.ts";
import { Id, Instant } from "#platform/capability/wire.ts";

export const EXPORT_STATES = ["waiting", "running", "ready", "failed"] as const;

/** An archive of all data of a person; while it is ready, `/files/data-exports/<id>` serves it. */
export const DataExport = z.object({
  id: Id,
  createdAt: Instant,
  state: z.enum(EXPORT_STATES),
  /** Percent. */
  progress: z.int(),
  /** Bytes; null until it is ready. */
  size: z.number().nullable(),
  finishedAt: Instant.nullable(),
  /** When the archive is deleted. */
  expiresAt: Instant.nullable(),
});
export type DataExport = z.output<typeof DataExport>;
export type DataExportOnWire = z.input<typeof DataExport>;

/** Days that a ready archive is kept. */
export const EXPORT_DAYS = 7;

/** Days between asking for the deletion of an account and its deletion. */
export const GRACE_DAYS = 14;

/** What prevents the deletion of an account: others would be left without an administrator. */
export const DeletionBlocker = z.object({
  kind: z.enum(["instance", "workspace"]),
  /** The workspace's name; empty for the instance. */
  name: z.string(),
});

export const AccountDeletion = z.object({
  /** Null if deletion was not requested. */
  requestedAt: Instant.nullable(),
  /** When the account is deleted; until then the request can be cancelled. */
  dueAt: Instant.nullable(),
  blockers: z.array(DeletionBlocker),
  /** What is retained after the deletion, and why: one sentence each. */
  retainedData: z.array(z.string()),
});
export type AccountDeletionOnWire = z.input<typeof AccountDeletion>;

/** Shown before the user confirms the deletion. */
export const RETAINED_DATA: readonly string[] = [
  t`Decisions you proposed, your votes and attached papers stay in the sealed log of your workspaces, with your name.`,
  t`The audit log keeps the actions of your account, without your identity.`,
  t`Emails and messages that others received outside of this instance stay with them.`,
  t`Payment records stay for accounting.`,
];

export const describeDeletionBlocker = ({ kind, name }: z.output<typeof DeletionBlocker>): string =>
  kind === "instance"
    ? t`You are the only administrator of this instance. Make somebody else an administrator first.`
    : t`You are the only administrator of '${name}'. Name another administrator there first.`;
