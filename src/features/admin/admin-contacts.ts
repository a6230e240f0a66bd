import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { Id, pageOf } from "#platform/capability/wire.ts";
import { AdminContact, AdminList } from "./model.ts";
import { readPage } from "./read-page.ts";

type Row = Omit<z.output<typeof AdminContact>, "createdAt"> & { key: string };

export const adminContacts = resource("adminContacts", {
  list: read({
    summary: "List the contacts of every account by name, address and owner, newest first",
    input: AdminList,
    output: pageOf(AdminContact),
    access: "admin",
    run: async ({ db }, input) => {
      const page = readPage(input);
      const { rows } = await db.execute<Row>(sql`
        select id, contact_name as "contactName", contact_email as "contactEmail", user_id as "userId",
          owner_name as "ownerName", owner_email as "ownerEmail", to_jsonb(created_at) #>> '{}' as key
        from admin_contacts(${page.pattern}, ${page.afterAt}, ${page.afterId}, ${page.rowLimit})`);
      return page.of(rows.map((row) => ({ ...row, createdAt: new Date(row.key) })));
    },
  }),

  delete: destroy({
    summary: "Delete a contact of any account; it can be restored for 30 days",
    input: z.strictObject({ id: Id }),
    output: z.object({ id: Id }),
    access: "admin",
    agents: "hidden",
    run: async (context, { id }) => {
      await change(context, id, sql`admin_delete_contact(${id})`);
      context.undoWith({ capability: "adminContacts.restore", input: { id } });
      return { id };
    },
  }),

  restore: write({
    summary: "Restore a contact that was deleted in the last 30 days",
    input: z.strictObject({ id: Id }),
    output: z.object({ id: Id }),
    access: "admin",
    agents: "hidden",
    run: async (context, { id }) => {
      await change(context, id, sql`admin_restore_contact(${id})`);
      return { id };
    },
  }),
});

/** Publishes the change to the owner's open pages. */
async function change(context: SignedIn, id: string, act: SQL): Promise<void> {
  const { rows } = await context.db.execute<{ owner: string }>(sql`select owner from ${act} as owner`);
  const [changed] = rows;
  if (!changed) throw notFound(t`Contact`);
  context.announce({ resource: "contacts", ids: [id], audience: [changed.owner] });
}
