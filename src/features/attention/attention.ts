import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { Instant } from "#platform/capability/wire.ts";
import { TimeZone } from "#platform/time/time-zone.ts";
import { listItems } from "./list-items.ts";
import { markItems, removeMarks } from "./mark-items.ts";
import { AttentionItem, ItemId, Learned, MAX_MARKED, MarkedItem } from "./model.ts";
import { findKind } from "./public/provide-attention.ts";
import { readLearned } from "./read-learned.ts";
import { attentionMarks } from "./tables.ts";
import { kindOfTrait } from "./weigh-item.ts";

const Marked = z.object({ items: z.array(ItemId) });

export const attention = resource("attention", {
  list: read({
    summary: "List what needs you in every area, the most important first, with the reason of each item",
    input: z.strictObject({
      timeZone: TimeZone.default("UTC"),
      limit: z.int().min(1).max(500).default(50),
      shown: z.enum(["open", "snoozed"]).default("open"),
    }),
    output: z.object({ items: z.array(AttentionItem), total: z.int() }),
    access: "user",
    run: async (context, { timeZone, limit, shown }) => {
      const items = await listItems(context, shown, timeZone);
      return { items: items.slice(0, limit), total: items.length };
    },
  }),
  mark: write({
    summary: "Mark items as done, as not important, as not yours, or snooze them; the order learns from it",
    input: z.strictObject({
      timeZone: TimeZone.default("UTC"),
      items: z.array(MarkedItem).min(1).max(MAX_MARKED),
    }),
    output: Marked,
    access: "user",
    run: async (context, { items, timeZone }) => {
      const marked = await markItems(context, items, timeZone);
      context.undoWith({
        capability: "attention.unmark",
        input: { timeZone, items: marked.items, restore: marked.before.map(onWire) },
      });
      return { items: marked.items };
    },
  }),
  unmark: write({
    summary: "Take back what you decided about items, and what the order learned from it",
    input: z.strictObject({
      timeZone: TimeZone.default("UTC"),
      items: z.array(ItemId).max(MAX_MARKED),
      /** Earlier marks to set again. */
      restore: z.array(MarkedItem).max(MAX_MARKED).default([]),
    }),
    output: Marked,
    access: "user",
    run: async (context, { items, restore, timeZone }) => {
      const removed = await removeMarks(context, items);
      if (restore.length > 0) await markItems(context, restore, timeZone);
      if (removed.length > 0)
        context.undoWith({ capability: "attention.mark", input: { timeZone, items: removed.map(onWire) } });
      return { items: removed.map(({ id }) => id) };
    },
  }),
  learned: read({
    summary:
      "List what the order of your items learned from you: senders, kinds and words, with their points",
    input: z.strictObject({}),
    output: z.object({ items: z.array(Learned) }),
    access: "user",
    run: async (context) => {
      const learned = await readLearned(context);
      return {
        items: [...learned].map(([trait, points]) => {
          const [kind, name] = [kindOfTrait(trait), trait.slice(trait.indexOf(":") + 1)];
          return { kind, name, label: (kind === "kind" && findKind(name)?.label()) || name, points };
        }),
      };
    },
  }),
  forget: destroy({
    summary: "Forget what the order of your items learned; the items and your decisions about them stay",
    input: z.strictObject({}),
    output: z.object({ forgottenAt: Instant }),
    access: "user",
    run: async (context) => {
      const { db, actor, now } = context;
      await db
        .update(attentionMarks)
        .set({ forgottenAt: now })
        .where(and(eq(attentionMarks.userId, actor.userId), isNull(attentionMarks.forgottenAt)));
      context.undoWith({ capability: "attention.remember", input: { forgottenAt: now.toISOString() } });
      return { forgottenAt: now };
    },
  }),
  remember: write({
    summary: "Bring back what the order of your items had learned until it was forgotten at an instant",
    input: z.strictObject({ forgottenAt: Instant }),
    output: z.object({ remembered: z.int() }),
    access: "user",
    run: async ({ db, actor }, { forgottenAt }) => {
      const rows = await db
        .update(attentionMarks)
        .set({ forgottenAt: null })
        .where(and(eq(attentionMarks.userId, actor.userId), eq(attentionMarks.forgottenAt, forgottenAt)))
        .returning({ item: attentionMarks.item });
      return { remembered: rows.length };
    },
  }),
});

const onWire = ({ until, ...mark }: MarkedItem) => ({
  ...mark,
  ...(until && { until: until.toISOString() }),
});
