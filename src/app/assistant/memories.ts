import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { isOwnText } from "#platform/capability/provenance.ts";
import { Id, pageInput, pageOf } from "#platform/capability/wire.ts";
import { keyset, newest } from "#platform/database/keyset.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { MAX_MEMORIES, Memory, MemoryText } from "./model.ts";
import { assistantMemories as table } from "./tables.ts";

export const memories = resource("assistantMemories", {
  list: read({
    summary: "List what you asked the assistant to remember, newest first",
    input: z.strictObject(pageInput),
    output: pageOf(Memory),
    access: "user",
    run: async (context, paging) => {
      const page = keyset([newest(table.createdAt), newest(table.id)], paging);
      const rows = await context.db
        .select({ ...memoryFields, ...page.columns })
        .from(table)
        .where(and(own(context), page.after))
        .orderBy(...page.orderBy)
        .limit(page.fetch);
      return page.of(rows);
    },
  }),
  create: write({
    summary: "Add a fact for the assistant to remember",
    input: z.strictObject({ content: MemoryText }),
    output: Memory,
    example: { content: "I fly on Fridays" },
    access: "user",
    run: async (context, { content }) => {
      const { db, actor, now } = context;
      if ((await db.$count(table, own(context))) >= MAX_MEMORIES)
        throw new AppError("invalid", t`The assistant keeps ${MAX_MEMORIES} facts at most`);
      const memory = await db
        .insert(table)
        .values({ userId: actor.userId, content, createdAt: now })
        .returning(memoryFields)
        .then(returnedRow);
      context.undoWith({ capability: "assistantMemories.delete", input: { id: memory.id } });
      return memory;
    },
  }),
  update: write({
    summary: "Update a fact that the assistant remembers",
    input: z.strictObject({
      id: Id,
      content: MemoryText,
      /** The text is by others, for example when undoing an edit: it stays marked as such. */
      isQuoted: z.boolean().optional(),
    }),
    output: Memory,
    access: "user",
    run: async (context, { id, content, isQuoted }) => {
      const [before] = await context.db
        .select(memoryFields)
        .from(table)
        .where(own(context, id))
        .for("update");
      const [memory] = await context.db
        .update(table)
        // The whole text is replaced, so its provenance is that of this request.
        .set({ content, provenance: isQuoted ? "outside" : context.provenance })
        .where(own(context, id))
        .returning(memoryFields);
      if (!before || !memory) throw notFound(t`Fact`);
      context.undoWith({ capability: "assistantMemories.update", input: contentOf(before) });
      return memory;
    },
  }),
  delete: destroy({
    summary: "Delete a fact that the assistant remembers; it can be restored for 30 days",
    input: z.strictObject({ id: Id }),
    output: z.object({ id: Id }),
    access: "user",
    run: async (context, { id }) => {
      const deleted = await context.db
        .update(table)
        .set({ deletedAt: context.now })
        .where(own(context, id))
        .returning({ id: table.id });
      if (deleted.length === 0) throw notFound(t`Fact`);
      context.undoWith({ capability: "assistantMemories.restore", input: { id } });
      return { id };
    },
  }),
  restore: write({
    summary: "Restore a deleted fact in the assistant's memory",
    input: z.strictObject({ id: Id }),
    output: Memory,
    access: "user",
    run: async (context, { id }) => {
      await context.db
        .update(table)
        .set({ deletedAt: null })
        .where(and(eq(table.id, id), eq(table.userId, context.actor.userId), isNotNull(table.deletedAt)));
      const [memory] = await context.db.select(memoryFields).from(table).where(own(context, id));
      if (!memory) throw notFound(t`Fact`);
      context.undoWith({ capability: "assistantMemories.delete", input: { id } });
      return memory;
    },
  }),
});

/** The input that restores a fact, including its provenance. */
const contentOf = ({ id, content, provenance }: Pick<Memory, "id" | "content" | "provenance">) => ({
  ...{ id, content },
  ...(!isOwnText(provenance) && { isQuoted: true }),
});

const memoryFields = {
  id: table.id,
  content: table.content,
  provenance: table.provenance,
  createdAt: table.createdAt,
  deletedAt: table.deletedAt,
};

const own = ({ actor }: SignedIn, id?: string) =>
  and(eq(table.userId, actor.userId), isNull(table.deletedAt), id ? eq(table.id, id) : undefined);
