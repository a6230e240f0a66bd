import { z } from "zod";
import { t } from "#i18n/message.ts";

/** The topics of notifications, with texts for the settings. Kinds that are not listed follow `other`. */
export const NOTICE_KINDS = {
  reminder: t`Reminders and events`,
  message: t`Messages and mentions`,
  call: t`Calls`,
  invitation: t`Invitations`,
  decision: t`Decisions and votes`,
  email: t`Failed sends and missing replies`,
  document: t`Documents shared with you`,
  task: t`Tasks`,
  briefing: t`Morning briefing`,
  leave: t`Time to leave`,
  sync: t`Accounts that need you`,
  other: t`Everything else`,
} as const;
export type NoticeKind = keyof typeof NOTICE_KINDS;

export const MAIL_CHOICES = ["never", "digest", "at_once"] as const;

/** Where a kind is delivered. Without `inApp` it is stored as read. */
export const KindPolicy = z.strictObject({
  inApp: z.boolean(),
  push: z.boolean(),
  mail: z.enum(MAIL_CHOICES),
});
export type KindPolicy = z.infer<typeof KindPolicy>;

export const KINDS = Object.keys(NOTICE_KINDS) as NoticeKind[];
export const KindPolicies = z.partialRecord(z.enum(KINDS), KindPolicy);
export type KindPolicies = z.infer<typeof KindPolicies>;

/** Push reaches only devices on which it was enabled, so it is on for what people wait for. */
const USUAL: KindPolicy = { inApp: true, push: true, mail: "never" };
const QUIETER: KindPolicy = { inApp: true, push: false, mail: "never" };
export const KIND_DEFAULTS: Record<NoticeKind, KindPolicy> = {
  reminder: USUAL,
  message: USUAL,
  call: USUAL,
  invitation: USUAL,
  decision: USUAL,
  email: USUAL,
  document: QUIETER,
  task: QUIETER,
  briefing: USUAL,
  leave: USUAL,
  sync: USUAL,
  other: USUAL,
};

/** Values of `smart_notifications.type` that belong to a kind with another name. */
const ALIASES: Record<string, NoticeKind> = {
  event: "reminder",
  calendar: "reminder",
  mention: "message",
  integration: "sync",
  account: "sync",
};

const TYPES: Readonly<Record<string, NoticeKind>> = {
  ...Object.fromEntries(KINDS.map((kind) => [kind, kind])),
  ...ALIASES,
};
export const KNOWN_TYPES: readonly string[] = Object.keys(TYPES);

/** The `type` values of these kinds in notifications. */
export const typesOf = (kinds: readonly NoticeKind[]): string[] =>
  KNOWN_TYPES.filter((type) => kinds.some((kind) => kind === TYPES[type]));

/** The database's defaults if a person chose nothing (functions.sql). */
export const NOTICE_RULES = JSON.stringify({ kinds: TYPES, defaults: KIND_DEFAULTS });

const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, t`Please give a time such as 22:00`);

/** Every kind by name: a z.record over an enum would not list them in JSON Schema. */
const POLICY_OF_EACH = Object.fromEntries(KINDS.map((kind) => [kind, KindPolicy])) as Record<
  NoticeKind,
  typeof KindPolicy
>;

export const NotificationPolicy = z.object({
  kinds: z.strictObject(POLICY_OF_EACH),
  quietEnabled: z.boolean(),
  quietFrom: ClockTime,
  quietTo: ClockTime,
  allowsUrgent: z.boolean(),
  /** Notifications by favourite contacts are delivered in quiet hours too. */
  allowsFavorites: z.boolean(),
  pushContents: z.boolean(),
  digestTime: ClockTime,
  /** 0 where nothing was saved yet. */
  version: z.int(),
});
export type NotificationPolicy = z.infer<typeof NotificationPolicy>;

export const POLICY_DEFAULTS: NotificationPolicy = {
  kinds: KIND_DEFAULTS,
  quietEnabled: false,
  quietFrom: "22:00",
  quietTo: "07:00",
  allowsUrgent: true,
  allowsFavorites: false,
  pushContents: false,
  digestTime: "17:00",
  version: 0,
};
