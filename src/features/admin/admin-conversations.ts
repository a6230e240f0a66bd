import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import { containing } from "#platform/database/like.ts";
import { AdminConversation, LATEST_CONVERSATIONS, ListConversations, Reason } from "./model.ts";

type Row = Omit<z.output<typeof AdminConversation>, "createdAt"> & { key: string };

export const adminConversations = resource("adminConversations", {
  list: read({
    summary: "List the latest 50 conversations by title, type and creator, without their messages",
    input: ListConversations,
    output: z.object({ items: z.array(AdminConversation) }),
    access: "admin",
    run: async ({ db }, { text }) => {
      const pattern = text === undefined ? null : containing(text);
      const { rows } = await db.execute<Row>(sql`
        select id, title, type, created_by as "createdBy", creator_name as "creatorName",
          creator_email as "creatorEmail", people, to_jsonb(created_at) #>> '{}' as key
        from admin_conversations(${pattern}, ${LATEST_CONVERSATIONS})`);
      return { items: rows.map((row) => ({ ...row, createdAt: new Date(row.key) })) };
    },
  }),

  delete: destroy({
    summary: "Delete any conversation for a recorded reason; it can be restored for 30 days",
    input: z.strictObject({ id: Id, reason: Reason }),
    output: z.object({ id: Id }),
    access: "admin",
    agents: "hidden",
    run: async (context, { id, reason }) => {
      await change(context, id, sql`admin_delete_conversation(${id})`);
      context.setReason(reason);
      context.undoWith({ capability: "adminConversations.restore", input: { id } });
      return { id };
    },
  }),

  restore: write({
    summary: "Restore a conversation that was deleted in the last 30 days",
    input: z.strictObject({ id: Id }),
    output: z.object({ id: Id }),
    access: "admin",
    agents: "hidden",
    run: async (context, { id }) => {
      await change(context, id, sql`admin_restore_conversation(${id})`);
      return { id };
    },
  }),
});

/** Publishes the change to the open pages of all participants. */
async function change(context: SignedIn, id: string, act: SQL): Promise<void> {
  const { rows } = await context.db.execute<{ person: string }>(sql`select person from ${act} as person`);
  if (rows.length === 0) throw notFound(t`Conversation`);
  const audience = rows.map(({ person }) => person);
  context.announce({ resource: "conversations", ids: [id], audience });
}
