import { and, desc, eq, ne } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { sessions as sessionTable } from "#platform/auth/tables.ts";
import type { Actor } from "#platform/capability/actor.ts";
import { destroy, read, resource } from "#platform/capability/capability.ts";
import { notFound } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import { Session } from "./model.ts";

/** Every browser in which the person is signed in: at most 20. */
export const sessions = resource("sessions", {
  list: read({
    summary: "List the browsers in which you are signed in, newest first",
    input: z.strictObject({}),
    output: z.object({ items: z.array(Session) }),
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    run: async ({ actor, db }) => {
      const { id, createdAt, renewedAt, expiresAt, address, userAgent } = sessionTable;
      const rows = await db
        .select({ id, createdAt, lastUsedAt: renewedAt, expiresAt, address, userAgent })
        .from(sessionTable)
        .where(eq(sessionTable.userId, actor.userId))
        .orderBy(desc(createdAt), desc(id));
      return { items: rows.map((row) => ({ ...row, isCurrent: row.id === actor.credentialId })) };
    },
  }),

  revoke: destroy({
    summary: "Sign one browser out",
    input: z.strictObject({ id: Id }),
    output: z.object({ id: Id }),
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    run: async (context, { id }) => {
      const { actor, auth, db } = context;
      const [ended] = await db
        .delete(sessionTable)
        .where(and(ownedBy(actor), eq(sessionTable.id, id)))
        .returning({ id: sessionTable.id });
      if (!ended) throw notFound(t`Session`);
      if (id === actor.credentialId) context.setCookie(auth.endedCookie());
      return ended;
    },
  }),

  revokeOthers: destroy({
    summary: "Sign every other browser out",
    input: z.strictObject({}),
    output: z.object({ ids: z.array(Id) }),
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    run: async ({ actor, db }) => {
      const others = actor.credentialId ? ne(sessionTable.id, actor.credentialId) : undefined;
      const ended = await db
        .delete(sessionTable)
        .where(and(ownedBy(actor), others))
        .returning({ id: sessionTable.id });
      return { ids: ended.map(({ id }) => id) };
    },
  }),
});

const ownedBy = (actor: Actor) => eq(sessionTable.userId, actor.userId);
