import { z } from "zod";
import { t } from "#i18n/message.ts";
import { Id, Instant } from "#platform/capability/wire.ts";

/** `task`, `invitation` …: the cause of an item. The slices contribute them (public/attention-source.ts). */
const KindName = z
  .string()
  .max(30)
  .regex(/^[a-z]+$/);

/** What ends an item. The last four are the person's word alone; the others change the record. */
export const ACTS = [
  "complete",
  "answer",
  "propose",
  "vote",
  "read",
  "join",
  "reply",
  "resolve",
  "approve",
  "nudge",
  "open",
  "done",
  "snooze",
  "unimportant",
  "not_mine",
] as const;
export const Act = z.enum(ACTS);
export type Act = z.output<typeof Act>;

export const MARKS = ["done", "snoozed", "unimportant", "not_mine"] as const;
export const Mark = z.enum(MARKS);
export type Mark = z.output<typeof Mark>;

/** `kind:id`, the same as long as its cause is there; conflicts have the ids of two events. */
export const ItemId = z
  .string()
  .max(120)
  .regex(/^[a-z]+:[0-9a-f-]{36}(\+[0-9a-f-]{36})?$/);

/** Why an item stands where it does: points that add up to its importance. */
export const IMPORTANCE_PARTS = ["kind", "due", "priority", "age", "learned"] as const;
const ImportancePart = z.object({ part: z.enum(IMPORTANCE_PARTS), points: z.number() });
export type ImportancePart = z.output<typeof ImportancePart>;

export const AttentionItem = z.object({
  id: ItemId,
  kind: KindName,
  title: z.string(),
  /** Why it needs the person: one sentence in their language, without a date. */
  reason: z.string(),
  /** Who wrote, invited or asked. */
  person: z.string().nullable(),
  record: z.object({ kind: z.string(), id: Id }),
  /** Where the record is shown. */
  href: z.string(),
  /** When its cause began. */
  since: Instant,
  due: Instant.nullable(),
  /** True if `due` is the end of a day: no time was named. */
  isDueDay: z.boolean(),
  /** Of a snoozed item: when it is back. */
  snoozedUntil: Instant.nullable(),
  importance: z.number(),
  parts: z.array(ImportancePart),
  acts: z.array(Act),
});
export type AttentionItem = z.output<typeof AttentionItem>;
export type AttentionItemOnWire = z.input<typeof AttentionItem>;

/** Of one kind, those that a list looks at: the most pressing ones. */
export const MAX_OF_KIND = 200;
export const MAX_MARKED = 100;

export const MarkedItem = z
  .strictObject({ id: ItemId, as: Mark, until: Instant.optional() })
  .refine(({ as, until }) => (as === "snoozed") === (until !== undefined), {
    path: ["until"],
    message: t`An item is snoozed until an instant, and only then has one`,
  });
export type MarkedItem = z.output<typeof MarkedItem>;

/** A person, a kind or a word whose items the person treated alike so far. */
export const Learned = z.object({
  kind: z.enum(["person", "kind", "word"]),
  name: z.string(),
  /** The same in words; only a kind has others than its name. */
  label: z.string(),
  /** What it adds to the importance of an item; negative: less important. */
  points: z.number(),
});
