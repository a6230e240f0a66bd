import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { pageInput, pageOf } from "#platform/capability/wire.ts";
import { CheckStep, checkConnection } from "./connections/check-connection.ts";
import { disconnectIntegration } from "./connections/disconnect-integration.ts";
import { finishConnection } from "./connections/finish-connection.ts";
import { listIntegrations, listRuns, readStats } from "./connections/list-connections.ts";
import { startConnection } from "./connections/start-connection.ts";
import { connectionContextOf } from "./connections/token-store.ts";
import { updateIntegration } from "./connections/update-connection.ts";
import { accountDisconnected } from "./events.ts";
import { resetCursors } from "./import/reset-cursors.ts";
import { type SyncResult, syncIntegration } from "./import/sync-integration.ts";
import {
  ConnectionResult,
  DataKind,
  Integration,
  IntegrationStats,
  KindChoices,
  Provider,
  SyncRun,
} from "./model.ts";

const Setup = z.object({
  /** The system at which the administrator registers this instance. */
  system: z.string(),
  registerAt: z.url(),
  /** The exact redirect URI to enter there. */
  redirectUri: z.url(),
  /** The whole registration as one text to paste, if the system supports it. */
  manifest: z.string().optional(),
});

/** Accounts at external mail, calendar and messaging providers. */
export const integrations = resource("integrations", {
  list: read({
    summary: "List all six providers with the state of your account at each",
    input: z.strictObject({ order: z.enum(["provider", "newest"]).default("provider") }),
    output: z.object({ items: z.array(Integration) }),
    access: "user",
    run: listIntegrations,
  }),

  stats: read({
    summary: "Count the syncs of each provider, and how many succeeded",
    input: z.strictObject({}),
    output: z.object({ items: z.array(IntegrationStats) }),
    access: "user",
    run: (context) => readStats(context),
  }),

  runs: read({
    summary: "List the syncs of a provider, newest first",
    input: z.strictObject({ ...pageInput, provider: Provider }),
    output: pageOf(SyncRun),
    access: "user",
    run: listRuns,
  }),

  connect: write({
    summary: "Start to connect an account: returns where to sign in, or what the administrator has to set up",
    input: z.strictObject({
      provider: Provider,
      flow: ConnectionResult.shape.flow.default("window"),
      /** Kinds of data to import besides the default ones. */
      dataKinds: z.array(DataKind).max(4).default([]),
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
    summary: "Complete the sign-in with the response that a provider sent back through the browser",
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
    summary: "Sync a connected account now",
    input: z.strictObject({ provider: Provider }),
    output: z.object({
      /** Items that were stored. */
      count: z.int().optional(),
      message: z.string().optional(),
      error: z.string().optional(),
    }),
    access: "user",
    ownTransactions: true,
    run: (context, { provider }) => syncWithTimeout(context, provider),
  }),

  resync: write({
    summary:
      "Sync a connected account from the beginning, including items that failed before; nothing is duplicated",
    input: z.strictObject({ provider: Provider }),
    output: z.object({}),
    access: "user",
    run: async (context, { provider }) => {
      await resetCursors(context, provider);
      return {};
    },
  }),

  update: write({
    summary: "Set what a connection imports, and whether it syncs automatically",
    input: z.strictObject({
      provider: Provider,
      autoSync: z.boolean().optional(),
      importOptions: KindChoices.optional(),
      version: z.int().min(1),
    }),
    output: Integration,
    access: "user",
    run: updateIntegration,
  }),

  check: write({
    summary: "Test a connection step by step and report which step fails and how to fix it",
    input: z.strictObject({ provider: Provider }),
    output: z.object({ steps: z.array(CheckStep) }),
    access: "user",
    ownTransactions: true,
    run: async (context, { provider }) => ({ steps: await checkConnection(context, provider) }),
  }),

  disconnect: destroy({
    summary:
      "Disconnect an account: revokes the access at the provider if possible, and deletes its tokens here",
    input: z.strictObject({
      provider: Provider,
      /** Imported data stays, or is moved to the trash. */
      keepData: z.boolean().default(true),
    }),
    output: z.object({
      /** False if the provider could not revoke the access: the user ends it in the settings of the account there. */
      isRevoked: z.boolean(),
    }),
    access: "user",
    ownTransactions: true,
    run: async (context, { provider, keepData }) => {
      const { integrationId, isRevoked } = await disconnectIntegration(
        connectionContextOf(context),
        provider,
      );
      const { userId } = context.actor;
      await context.publish(accountDisconnected, { userId, integrationId, provider, keepData });
      return { isRevoked };
    },
  }),
});

const SYNC_TIMEOUT_MS = 20_000;

/** A first sync may take minutes: after a while it continues in the background, and the page shows its progress. */
async function syncWithTimeout(context: SignedIn, provider: Provider): Promise<SyncResult> {
  const late = Promise.withResolvers<SyncResult>();
  const timer = setTimeout(() => late.resolve({ count: 0, message: STILL_RUNNING }), SYNC_TIMEOUT_MS);
  return Promise.race([syncIntegration(context, provider), late.promise]).finally(() => clearTimeout(timer));
}

const STILL_RUNNING = t`This takes longer. It continues in the background.`;
