import { and, eq, gte, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id, pageInput, pageOf } from "#platform/capability/wire.ts";
import { columnsIn } from "#platform/database/field-columns.ts";
import { keyset, newest, oldest } from "#platform/database/keyset.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { templateFields } from "./fields.ts";
import { TRASH_DAYS } from "./model.ts";
import { emailTemplates } from "./settings-tables.ts";
import { EmailTemplate, NewTemplate, TemplateChange } from "./writing-model.ts";

const one = z.strictObject({ id: Id });
const byName = { expression: sql`name collate "und-x-icu"`, type: "text" };

/** Email templates. Counts in emails.stats are derived from them. */
export const templates = resource("templates", {
  list: read({
    summary: "List email templates by name",
    input: z.strictObject(pageInput),
    output: pageOf(EmailTemplate),
    access: "user",
    run: async (context, input) => {
      const page = keyset([oldest(byName), oldest(emailTemplates.id)], input);
      const rows = await context.db
        .select({ ...fields, ...page.columns })
        .from(emailTemplates)
        .where(ownTemplates(context, page.after))
        .orderBy(...page.orderBy)
        .limit(page.fetch);
      return page.of(rows);
    },
  }),
  get: read({
    summary: "Get one email template",
    input: one,
    output: EmailTemplate,
    access: "user",
    run: (context, { id }) => findTemplate(context, id),
  }),
  trash: read({
    summary: "List the email templates deleted in the last 30 days, last deleted first",
    input: z.strictObject(pageInput),
    output: pageOf(EmailTemplate),
    access: "user",
    run: async (context, input) => {
      const deletedAt = { expression: sql`${emailTemplates.deletedAt}`, type: "timestamptz" };
      const page = keyset([newest(deletedAt), newest(emailTemplates.id)], input);
      const rows = await context.db
        .select({ ...fields, ...page.columns })
        .from(emailTemplates)
        .where(
          and(
            eq(emailTemplates.userId, context.actor.userId),
            gte(emailTemplates.deletedAt, new Date(context.now.getTime() - TRASH_DAYS * 86_400_000)),
            page.after,
          ),
        )
        .orderBy(...page.orderBy)
        .limit(page.fetch);
      return page.of(rows);
    },
  }),
  create: write({
    summary: "Create an email template",
    input: NewTemplate,
    output: EmailTemplate,
    example: { name: "Thanks", subject: "Thank you", body: "It was good to see you." },
    access: "user",
    invalidates: ["emails"],
    run: async (context, input) => {
      const row = await context.db
        .insert(emailTemplates)
        .values({ ...input, userId: context.actor.userId, createdAt: context.now, updatedAt: context.now })
        .returning(fields)
        .then(returnedRow);
      context.undoWith({ capability: "templates.delete", input: { id: row.id } });
      return row;
    },
  }),
  update: write({
    summary:
      "Update the given fields of an email template; an outdated `version` is rejected with the current one",
    input: TemplateChange.extend({ id: Id, version: z.int() }),
    output: EmailTemplate,
    access: "user",
    run: async (context, { id, version, ...change }) => {
      await requireVersion(context, id, version);
      const [row] = await context.db
        .update(emailTemplates)
        .set({ ...change, updatedAt: context.now, version: sql`${emailTemplates.version} + 1` })
        .where(ownTemplates(context, eq(emailTemplates.id, id)))
        .returning(fields);
      if (!row) throw notFound(t`Template`);
      return row;
    },
  }),
  use: write({
    summary: "Use an email template for a message: counts the use and returns the template",
    input: one,
    output: EmailTemplate,
    access: "user",
    run: async (context, { id }) => {
      const [row] = await context.db
        .update(emailTemplates)
        .set({
          usageCount: sql`${emailTemplates.usageCount} + 1`,
          lastUsed: context.now,
          version: sql`${emailTemplates.version} + 1`,
        })
        .where(ownTemplates(context, eq(emailTemplates.id, id)))
        .returning(fields);
      if (!row) throw notFound(t`Template`);
      return row;
    },
  }),
  delete: destroy({
    summary: "Move an email template to the trash, where it stays for 30 days",
    input: one,
    output: z.object({ ids: z.array(Id) }),
    access: "user",
    invalidates: ["emails"],
    run: async (context, { id }) => {
      const trashed = await context.db
        .update(emailTemplates)
        .set({ deletedAt: context.now, version: sql`${emailTemplates.version} + 1` })
        .where(ownTemplates(context, eq(emailTemplates.id, id)))
        .returning({ id: emailTemplates.id });
      if (trashed.length === 0) throw notFound(t`Template`);
      context.undoWith({ capability: "templates.restore", input: { id } });
      return { ids: [id] };
    },
  }),
  restore: write({
    summary: "Restore an email template from the trash",
    input: one,
    output: EmailTemplate,
    access: "user",
    invalidates: ["emails"],
    run: async (context, { id }) => {
      await context.db
        .update(emailTemplates)
        .set({ deletedAt: null, version: sql`${emailTemplates.version} + 1` })
        .where(
          and(
            eq(emailTemplates.id, id),
            eq(emailTemplates.userId, context.actor.userId),
            isNotNull(emailTemplates.deletedAt),
          ),
        );
      context.undoWith({ capability: "templates.delete", input: { id } });
      return findTemplate(context, id);
    },
  }),
});

const fields = {
  id: emailTemplates.id,
  userId: emailTemplates.userId,
  ...columnsIn(emailTemplates, templateFields),
  usageCount: emailTemplates.usageCount,
  lastUsed: emailTemplates.lastUsed,
  createdAt: emailTemplates.createdAt,
  updatedAt: emailTemplates.updatedAt,
  deletedAt: emailTemplates.deletedAt,
  version: emailTemplates.version,
};

const ownTemplates = (context: SignedIn, ...conditions: (SQL | undefined)[]) =>
  and(eq(emailTemplates.userId, context.actor.userId), isNull(emailTemplates.deletedAt), ...conditions);

/** Locks the template; throws `conflict` where the version is not current any more. */
async function requireVersion(context: SignedIn, id: string, version: number): Promise<void> {
  const [row] = await context.db
    .select(fields)
    .from(emailTemplates)
    .where(ownTemplates(context, eq(emailTemplates.id, id)))
    .for("update");
  if (!row) throw notFound(t`Template`);
  if (row.version !== version)
    throw new AppError("conflict", t`This template was changed elsewhere in the meantime`, {
      current: z.encode(EmailTemplate, row),
    });
}

async function findTemplate(context: SignedIn, id: string): Promise<EmailTemplate> {
  const [row] = await context.db
    .select(fields)
    .from(emailTemplates)
    .where(ownTemplates(context, eq(emailTemplates.id, id)));
  if (!row) throw notFound(t`Template`);
  return row;
}
