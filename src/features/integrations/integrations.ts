import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { pageInput, pageOf } from "#platform/capability/wire.ts";
import { disconnectIntegration } from "./disconnect-integration.ts";
import { finishConnection } from "./finish-connection.ts";
import { deskOf, ofPerson } from "./keep-tokens.ts";
import { ConnectionResult, Integration, IntegrationStats, Provider, SyncRun } from "./model.ts";
import { asIntegration, listIntegrations, listRuns, readStats } from "./read-integrations.ts";
import { startConnection } from "./start-connection.ts";
import { syncIntegration } from "./sync-integration.ts";
import { integrations as table } from "./tables.ts";

const Setup = z.object({
  /** With whom the administrator registers this instance. */
  system: z.string(),
  registerAt: z.url(),
  /** What to enter there as redirect address, exactly. */
  redirectUri: z.url(),
});

/** Accounts of mail, calendars and messengers elsewhere. */
export const integrations = resource("integrations", {
  list: read({
    summary: "Lists all six providers with the state of your account at each",
    input: z.strictObject({ order: z.enum(["provider", "newest"]).default("provider") }),
    output: z.object({ items: z.array(Integration) }),
    access: "user",
    run: listIntegrations,
  }),

  stats: read({
    summary: "Counts the synchronisations of each provider, and those that succeeded",
    input: z.strictObject({}),
    output: z.object({ items: z.array(IntegrationStats) }),
    access: "user",
    run: (context) => readStats(context),
  }),

  runs: read({
    summary: "Lists the synchronisations of a provider, newest first",
    input: z.strictObject({ ...pageInput, provider: Provider }),
    output: pageOf(SyncRun),
    access: "user",
    run: listRuns,
  }),

  connect: write({
    summary:
      "Begins to connect an account: answers where to sign in, or what the administrator has to set up",
    input: z.strictObject({
      provider: Provider,
      flow: ConnectionResult.shape.flow.default("window"),
    }),
    output: z.object({
      oauthUrl: z.string().optional(),
      status: z.string().optional(),
      error: z.string().optional(),
      setup: Setup.optional(),
    }),
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    secretAnswer: true,
    run: startConnection,
  }),

  finish: write({
    summary: "Takes the answer that a provider sent back through the browser",
    input: z.strictObject({
      state: z.string().min(1).max(200),
      code: z.string().max(4000).optional(),
      error: z.string().max(200).optional(),
      iss: z.string().max(500).optional(),
    }),
    output: ConnectionResult,
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    ownTransactions: true,
    run: finishConnection,
  }),

  sync: write({
    summary: "Synchronises a connected account now",
    input: z.strictObject({ provider: Provider }),
    output: z.object({
      /** Items that were stored. */
      count: z.int().optional(),
      message: z.string().optional(),
      error: z.string().optional(),
    }),
    access: "user",
    ownTransactions: true,
    run: (context, { provider }) => syncIntegration(deskOf(context), provider),
  }),

  update: write({
    summary: "Switches the synchronisation that runs by itself on or off",
    input: z.strictObject({ provider: Provider, autoSync: z.boolean(), version: z.int().min(1) }),
    output: Integration,
    access: "user",
    run: async (context, { provider, autoSync, version }) => {
      const { db, actor } = context;
      const [row] = await db
        .update(table)
        .set({ autoSync, updatedAt: context.now, version: sql`${table.version} + 1` })
        .where(and(ofPerson(actor.userId, provider), eq(table.version, version)))
        .returning();
      if (!row) throw await whyNot(context, provider);
      context.undoWith({
        capability: "integrations.update",
        input: { provider, autoSync: !autoSync, version: row.version },
      });
      return asIntegration(context, provider, row);
    },
  }),

  disconnect: destroy({
    summary:
      "Disconnects an account: revokes the access there where that is possible, and deletes its tokens here",
    input: z.strictObject({ provider: Provider }),
    output: z.object({
      /** False where the provider could not be told: the access then ends in the settings of the account there. */
      isRevoked: z.boolean(),
    }),
    access: "user",
    ownTransactions: true,
    run: (context, { provider }) => disconnectIntegration(deskOf(context), provider),
  }),
});

async function whyNot(context: SignedIn, provider: Provider): Promise<AppError> {
  const [row] = await context.db.select().from(table).where(ofPerson(context.actor.userId, provider));
  if (!row) return notFound("Connection");
  const current = z.encode(Integration, asIntegration(context, provider, row));
  return new AppError("conflict", "The connection was changed meanwhile", { current });
}
