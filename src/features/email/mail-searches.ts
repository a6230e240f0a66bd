import { and, asc, eq, gte, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { MAX_SEARCHES, MailSearch, NewSearch } from "./list-model.ts";
import { TRASH_DAYS } from "./model.ts";
import { countUnread } from "./search/count-unread.ts";
import { mailSearches as table } from "./settings-tables.ts";

const one = z.strictObject({ id: Id });
const some = z.object({ ids: z.array(Id) });

/** Searches saved as tabs of the inbox, in their owner's order (split inbox). */
export const mailSearches = resource("mailSearches", {
  list: read({
    summary: "List the saved searches (tabs of the inbox) in their order, with the unread count of each",
    input: z.strictObject({}),
    output: z.object({ items: z.array(MailSearch), otherUnread: z.int() }),
    access: "user",
    run: async (context) => {
      const rows = await listSearches(context);
      const { unread, rest } = await countUnread(
        context,
        rows.map(({ query }) => query),
      );
      return { items: rows.map((row, at) => ({ ...row, unread: unread[at] ?? 0 })), otherUnread: rest };
    },
  }),
  trash: read({
    summary: "List the searches deleted in the last 30 days, last deleted first",
    input: z.strictObject({}),
    output: z.object({ items: z.array(MailSearch) }),
    access: "user",
    run: async ({ db, actor, now }) => {
      const rows = await db
        .select(fields)
        .from(table)
        .where(
          and(
            eq(table.userId, actor.userId),
            gte(table.deletedAt, new Date(now.getTime() - TRASH_DAYS * 86_400_000)),
          ),
        )
        .orderBy(sql`${table.deletedAt} desc, ${table.id} desc`)
        .limit(100);
      return { items: rows.map((row) => ({ ...row, unread: 0 })) };
    },
  }),
  create: write({
    summary: "Save a search as the last tab of the inbox",
    input: NewSearch,
    output: MailSearch,
    example: { name: "Board", query: "from:clara" },
    access: "user",
    run: async (context, input) => {
      const { db, actor, now } = context;
      await requireBelowSearchLimit(context);
      const row = await db
        .insert(table)
        .values({
          ...input,
          ...{ userId: actor.userId, createdAt: now, updatedAt: now },
          position: sql`(select coalesce(max(position), 0) + 1 from ${table} where user_id = ${actor.userId})`,
        })
        .returning(fields)
        .then(returnedRow);
      context.undoWith({ capability: "mailSearches.delete", input: { id: row.id } });
      return withUnread(context, row);
    },
  }),
  update: write({
    summary:
      "Update the name or query of a saved search; an outdated `version` is rejected with the current one",
    input: NewSearch.partial().extend({ id: Id, version: z.int() }),
    output: MailSearch,
    access: "user",
    run: async (context, { id, version, ...change }) => {
      const before = await lockSearch(context, id);
      if (before.version !== version)
        throw new AppError("conflict", t`This search was changed elsewhere in the meantime`, {
          current: z.encode(MailSearch, await withUnread(context, before)),
        });
      const [row] = await context.db
        .update(table)
        .set({ ...change, updatedAt: context.now, version: sql`${table.version} + 1` })
        .where(own(context, eq(table.id, id)))
        .returning(fields);
      if (!row) throw notFound(t`Search`);
      const { name, query } = before;
      context.undoWith({
        capability: "mailSearches.update",
        input: { id, version: row.version, name, query },
      });
      return withUnread(context, row);
    },
  }),
  reorder: write({
    summary: "Reorder the saved searches; those not listed come last",
    input: z.strictObject({ ids: z.array(Id).min(1).max(MAX_SEARCHES) }),
    output: some,
    access: "user",
    run: async (context, { ids }) => {
      const before = (await listSearches(context)).map(({ id }) => id);
      const named = [...new Set(ids)];
      if (named.some((id) => !before.includes(id))) throw notFound(t`Search`);
      const order = [...named, ...before.filter((id) => !named.includes(id))];
      for (const [position, id] of order.entries())
        await context.db
          .update(table)
          .set({ position })
          .where(own(context, eq(table.id, id)));
      context.undoWith({ capability: "mailSearches.reorder", input: { ids: before } });
      return { ids: order };
    },
  }),
  delete: destroy({
    summary: "Delete a saved search; its mail stays where it is",
    input: one,
    output: some,
    access: "user",
    run: async (context, { id }) => {
      const trashed = await context.db
        .update(table)
        .set({ deletedAt: context.now, version: sql`${table.version} + 1` })
        .where(own(context, eq(table.id, id)))
        .returning({ id: table.id });
      if (trashed.length === 0) throw notFound(t`Search`);
      context.undoWith({ capability: "mailSearches.restore", input: { id } });
      return { ids: [id] };
    },
  }),
  restore: write({
    summary: "Restore a deleted search as a tab of the inbox",
    input: one,
    output: MailSearch,
    access: "user",
    run: async (context, { id }) => {
      const { db, actor } = context;
      const deleted = and(eq(table.id, id), eq(table.userId, actor.userId), isNotNull(table.deletedAt));
      if ((await db.$count(table, deleted)) > 0) await requireBelowSearchLimit(context);
      await db
        .update(table)
        .set({ deletedAt: null, version: sql`${table.version} + 1` })
        .where(deleted);
      context.undoWith({ capability: "mailSearches.delete", input: { id } });
      return withUnread(context, await lockSearch(context, id));
    },
  }),
});

const fields = {
  id: table.id,
  name: table.name,
  query: table.query,
  position: table.position,
  createdAt: table.createdAt,
  updatedAt: table.updatedAt,
  version: table.version,
};
type Row = Omit<MailSearch, "unread">;

const own = ({ actor }: SignedIn, ...conditions: (SQL | undefined)[]) =>
  and(eq(table.userId, actor.userId), isNull(table.deletedAt), ...conditions);

export const listSearches = (context: SignedIn, ids?: readonly string[]): Promise<Row[]> =>
  context.db
    .select(fields)
    .from(table)
    .where(own(context, ids && inArray(table.id, [...ids])))
    .orderBy(asc(table.position), asc(table.id));

async function lockSearch(context: SignedIn, id: string): Promise<Row> {
  const [row] = await context.db
    .select(fields)
    .from(table)
    .where(own(context, eq(table.id, id)))
    .for("update");
  if (!row) throw notFound(t`Search`);
  return row;
}

async function withUnread(context: SignedIn, row: Row): Promise<MailSearch> {
  const { unread } = await countUnread(context, [row.query]);
  return { ...row, unread: unread[0] ?? 0 };
}

async function requireBelowSearchLimit(context: SignedIn): Promise<void> {
  await context.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('mail searches ' || ${context.actor.userId}, 0))`,
  );
  if ((await context.db.$count(table, own(context))) >= MAX_SEARCHES)
    throw new AppError("conflict", t`At most ${MAX_SEARCHES} searches can be saved as tabs`);
}
