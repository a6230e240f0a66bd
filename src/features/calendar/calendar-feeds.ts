import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { newToken, tokenHash } from "#platform/auth/credentials/token.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id, Instant, pageInput, pageOf } from "#platform/capability/wire.ts";
import { keyset, oldest } from "#platform/database/keyset.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { calendars, calendarFeeds as table } from "./tables.ts";

const Feed = z.object({
  id: Id,
  name: z.string(),
  calendarId: Id.nullable(),
  includesPrivate: z.boolean(),
  createdAt: Instant,
  lastReadAt: Instant.nullable(),
});
const MAX_FEEDS = 20;

export const calendarFeeds = resource("calendarFeeds", {
  list: read({
    summary: "List the private links through which other programs read your events",
    input: z.strictObject(pageInput),
    output: pageOf(Feed),
    access: "user",
    run: async ({ db, actor }, input) => {
      const page = keyset([oldest(table.createdAt), oldest(table.id)], input);
      const rows = await db
        .select({
          id: table.id,
          name: table.name,
          calendarId: table.calendarId,
          includesPrivate: table.includesPrivate,
          createdAt: table.createdAt,
          lastReadAt: table.lastReadAt,
          ...page.columns,
        })
        .from(table)
        .where(and(eq(table.userId, actor.userId), isNull(table.revokedAt), page.after))
        .orderBy(...page.orderBy)
        .limit(page.fetch);
      return page.of(rows);
    },
  }),
  create: write({
    summary: "Create a private link to your events for another program; its path is shown only once",
    input: z.strictObject({
      name: z.string().trim().min(1).max(200),
      /** Null: all calendars. */
      calendarId: Id.nullable().default(null),
      /** False: readers of the link see of private events only that you are busy, and when. */
      includesPrivate: z.boolean().default(false),
    }),
    output: Feed.extend({ path: z.string() }),
    example: { name: "Phone" },
    access: "user",
    sessionOnly: true,
    secretAnswer: true,
    run: async ({ db, actor, now, undoWith }, { name, calendarId, includesPrivate }) => {
      if (calendarId !== null) {
        const ownCalendar = and(eq(calendars.id, calendarId), eq(calendars.userId, actor.userId));
        if ((await db.$count(calendars, ownCalendar)) === 0) throw notFound(t`Calendar`);
      }
      const open = and(eq(table.userId, actor.userId), isNull(table.revokedAt));
      if ((await db.$count(table, open)) >= MAX_FEEDS)
        throw new AppError("conflict", t`You can have at most ${MAX_FEEDS} private links`);
      const token = newToken();
      const made = await db
        .insert(table)
        .values({
          ...{ userId: actor.userId, name, calendarId, includesPrivate },
          ...{ tokenHash: tokenHash(token), createdAt: now },
        })
        .returning()
        .then(returnedRow);
      undoWith({ capability: "calendarFeeds.delete", input: { id: made.id } });
      return { ...made, path: `/shared/calendar/${token}` };
    },
  }),
  delete: destroy({
    summary: "Revoke a private link: it stops working",
    input: z.strictObject({ id: Id }),
    output: z.object({ id: Id }),
    access: "user",
    run: async ({ db, actor, now }, { id }) => {
      const revoked = await db
        .update(table)
        .set({ revokedAt: now })
        .where(and(eq(table.id, id), eq(table.userId, actor.userId), isNull(table.revokedAt)))
        .returning({ id: table.id });
      if (revoked.length === 0) throw notFound(t`Feed`);
      return { id };
    },
  }),
});
