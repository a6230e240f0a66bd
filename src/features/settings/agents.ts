import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { apiKeys as keyTable } from "#platform/auth/key-tables.ts";
import { profiles } from "#platform/auth/tables.ts";
import { read, resource, write } from "#platform/capability/capability.ts";
import { notFound } from "#platform/capability/errors.ts";
import { auditLog } from "#platform/capability/tables.ts";
import { Id, Instant, pageInput, pageOf } from "#platform/capability/wire.ts";
import { keyset, newest } from "#platform/database/keyset.ts";
import { AgentAction, Scope, ToolGroups } from "./model.ts";

const State = z.object({
  /** Since then no key and no agent acts for the person; null: they may. */
  pausedAt: Instant.nullable(),
  /** False where an administrator switched them off for everybody. */
  isEnabled: z.boolean(),
});

/** Programs that act for a person: their connections, their actions, and the switch that pauses all of them. */
export const agents = resource("agents", {
  state: read({
    summary: "Get whether keys and agents are allowed to act for you now",
    input: z.strictObject({}),
    output: State,
    access: "user",
    agents: "hidden",
    run: async ({ db, actor, systemSettings }) => {
      const [own] = await db
        .select({ pausedAt: profiles.agentsPausedAt })
        .from(profiles)
        .where(eq(profiles.userId, actor.userId));
      return { pausedAt: own?.pausedAt ?? null, isEnabled: systemSettings.current.agentsEnabled };
    },
  }),
  pause: write({
    summary: "Pause all your keys and agents at once, or resume them",
    input: z.strictObject({ isPaused: z.boolean() }),
    output: State,
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    run: async ({ db, actor, now, systemSettings }, { isPaused }) => {
      const [own] = await db
        .update(profiles)
        .set({ agentsPausedAt: isPaused ? now : null })
        .where(eq(profiles.userId, actor.userId))
        .returning({ pausedAt: profiles.agentsPausedAt });
      return { pausedAt: own?.pausedAt ?? null, isEnabled: systemSettings.current.agentsEnabled };
    },
  }),
  setApproval: write({
    summary: "Set whether what an agent sends or deletes waits for your approval",
    input: z.strictObject({ keyId: Id, skipsApproval: z.boolean() }),
    output: z.object({ keyId: Id, skipsApproval: z.boolean() }),
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    invalidates: ["apiKeys"],
    run: async (context, { keyId, skipsApproval }) => {
      const [changed] = await context.db
        .update(keyTable)
        .set({ skipsApproval })
        .where(
          and(eq(keyTable.id, keyId), eq(keyTable.userId, context.actor.userId), isNull(keyTable.revokedAt)),
        )
        .returning({ keyId: keyTable.id, skipsApproval: keyTable.skipsApproval });
      if (!changed) throw notFound(t`Agent`);
      context.undoWith({ capability: "agents.setApproval", input: { keyId, skipsApproval: !skipsApproval } });
      return changed;
    },
  }),
  actions: read({
    summary: "List what keys and agents did in your name, newest first",
    input: z.strictObject(pageInput),
    output: pageOf(AgentAction),
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    run: async ({ db, actor }, paging) => {
      const { id, at, capability, effect, outcome } = auditLog;
      const page = keyset([newest(at), newest(id)], paging);
      const rows = await db
        .select({ id, at, capability, effect, outcome, keyName: keyTable.name, ...page.columns })
        .from(auditLog)
        .leftJoin(keyTable, sql`${keyTable.id}::text = ${auditLog.credentialId}`)
        .where(and(eq(auditLog.userId, actor.userId), eq(auditLog.via, "api_key"), page.after))
        .orderBy(...page.orderBy)
        .limit(page.fetch);
      return page.of(rows);
    },
  }),
  authorizationRequest: read({
    summary: "Get the name and the redirect addresses of a program that asks to act for you",
    input: z.strictObject({ clientId: Id }),
    output: z.object({ name: z.string(), redirectUris: z.array(z.string()) }),
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    ownTransactions: true,
    run: async ({ auth }, { clientId }) => auth.agents.client(clientId),
  }),
  allow: write({
    summary:
      "Authorize a program to act for you within scopes and areas; returns the code that it exchanges for tokens",
    input: z.strictObject({
      clientId: Id,
      redirectUri: z.string().max(1000),
      /** S256 (RFC 7636). */
      challenge: z.string().regex(/^[\w-]{43}$/, t`The authorization request is not secure`),
      scopes: z.array(Scope).min(1).max(3),
      toolGroups: ToolGroups.default(null),
    }),
    output: z.object({ code: z.string() }),
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    secretAnswer: true,
    ownTransactions: true,
    run: async ({ auth, actor }, grant) => ({ code: await auth.agents.allow(actor, grant) }),
  }),
});
