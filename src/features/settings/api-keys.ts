import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { newApiKey, tokenHash } from "#platform/auth/credentials/token.ts";
import { apiKeys as keyTable } from "#platform/auth/key-tables.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { ApiKey, Scope, ToolGroups } from "./model.ts";

const columns = {
  id: keyTable.id,
  name: keyTable.name,
  lastFour: keyTable.lastFour,
  scopes: keyTable.scopes,
  createdAt: keyTable.createdAt,
  lastUsedAt: keyTable.lastUsedAt,
  expiresAt: sql<Date | null>`case when ${keyTable.clientId} is null then ${keyTable.expiresAt}
    else ${keyTable.refreshExpiresAt} end`.mapWith(keyTable.expiresAt),
  toolGroups: keyTable.toolGroups,
  isAgent: sql<boolean>`${keyTable.clientId} is not null or ${keyTable.isAgent}`,
  isSignedIn: sql<boolean>`${keyTable.clientId} is not null`,
  skipsApproval: keyTable.skipsApproval,
};

/** Keys with which programs and agents act as the person, within their scopes. */
export const apiKeys = resource("apiKeys", {
  create: write({
    summary: "Create an API key; it is shown only once",
    input: z.strictObject({
      name: z.string().trim().min(1, t`Please give the key a name`).max(100),
      scopes: z.array(Scope).min(1, t`Please choose at least one scope`).max(3),
      /** Null or absent: until it is revoked. */
      expiresAt: Instant.nullish(),
      /** Null or absent: all areas. */
      toolGroups: ToolGroups.default(null),
      /** An agent decides by itself: what it sends or deletes waits for approval. Any other key is the person. */
      isAgent: z.boolean().default(false),
    }),
    output: ApiKey.extend({ key: z.string() }),
    example: { name: "Agent", scopes: ["read"] },
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    secretAnswer: true,
    run: async ({ actor, db, now }, { name, scopes, expiresAt = null, toolGroups, isAgent }) => {
      if (expiresAt && expiresAt <= now)
        throw new AppError("invalid", t`The key would already have expired`, {
          fields: { expiresAt: t`Must be in the future` },
        });
      const key = newApiKey();
      const created = await db
        .insert(keyTable)
        .values({
          userId: actor.userId,
          name,
          scopes: [...new Set(scopes)],
          expiresAt,
          toolGroups,
          isAgent,
          keyHash: tokenHash(key),
          lastFour: key.slice(-4),
        })
        .returning(columns)
        .then(returnedRow);
      return { ...created, key };
    },
  }),

  list: read({
    summary: "List your API keys, newest first",
    input: z.strictObject({}),
    output: z.object({ items: z.array(ApiKey) }),
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    run: async ({ actor, db }) => ({
      items: await db
        .select(columns)
        .from(keyTable)
        .where(and(eq(keyTable.userId, actor.userId), isNull(keyTable.revokedAt)))
        .orderBy(desc(keyTable.createdAt), desc(keyTable.id)),
    }),
  }),

  revoke: destroy({
    summary: "Revoke an API key",
    input: z.strictObject({ id: Id }),
    output: z.object({ id: Id }),
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    run: async ({ actor, db }, { id }) => {
      const [revoked] = await db
        .update(keyTable)
        .set({ revokedAt: sql`now()` })
        .where(and(eq(keyTable.id, id), eq(keyTable.userId, actor.userId), isNull(keyTable.revokedAt)))
        .returning({ id: keyTable.id });
      if (!revoked) throw notFound(t`API key`);
      return revoked;
    },
  }),
});
