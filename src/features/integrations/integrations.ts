import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { pageInput, pageOf } from "#platform/capability/wire.ts";
import { CheckStep, checkIntegration } from "./check-integration.ts";
import { disconnectIntegration } from "./disconnect-integration.ts";
import { accountDisconnected } from "./events.ts";
import { finishConnection } from "./finish-connection.ts";
import { deskOf } from "./keep-tokens.ts";
import {
  Cargo,
  ConnectionResult,
  Integration,
  IntegrationStats,
  Provider,
  SyncRun,
  Wishes,
} from "./model.ts";
import { readAnew } from "./read-anew.ts";
import { listIntegrations, listRuns, readStats } from "./read-integrations.ts";
import { startConnection } from "./start-connection.ts";
import { type SyncResult, syncIntegration } from "./sync-integration.ts";
import { updateIntegration } from "./update-integration.ts";

const Setup = z.object({
  /** With whom the administrator registers this instance. */
  system: z.string(),
  registerAt: z.url(),
  /** What to enter there as redirect address, exactly. */
  redirectUri: z.url(),
  /** All of it in one text to paste there, where that is possible. */
  manifest: z.string().optional(),
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
      /** What it shall bring besides what it brings without being asked. */
      with: z.array(Cargo).max(4).default([]),
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
    run: (context, { provider }) => patientSync(context, provider),
  }),

  readAnew: write({
    summary:
      "Has everything of a connected account read from the beginning, also what could not be read before; nothing comes twice",
    input: z.strictObject({ provider: Provider }),
    output: z.object({}),
    access: "user",
    run: async (context, { provider }) => {
      await readAnew(context, provider);
      return {};
    },
  }),

  update: write({
    summary: "Chooses what a connection brings, and whether it is synchronised by itself",
    input: z.strictObject({
      provider: Provider,
      autoSync: z.boolean().optional(),
      wishes: Wishes.optional(),
      version: z.int().min(1),
    }),
    output: Integration,
    access: "user",
    run: updateIntegration,
  }),

  check: write({
    summary: "Tries a connection step by step and says which step fails and what mends it",
    input: z.strictObject({ provider: Provider }),
    output: z.object({ steps: z.array(CheckStep) }),
    access: "user",
    ownTransactions: true,
    run: async (context, { provider }) => ({ steps: await checkIntegration(context, provider) }),
  }),

  disconnect: destroy({
    summary:
      "Disconnects an account: revokes the access there where that is possible, and deletes its tokens here",
    input: z.strictObject({
      provider: Provider,
      /** What it brought stays here, or goes to the trash. */
      keepsData: z.boolean().default(true),
    }),
    output: z.object({
      /** False where the provider could not be told: the access then ends in the settings of the account there. */
      isRevoked: z.boolean(),
    }),
    access: "user",
    ownTransactions: true,
    run: async (context, { provider, keepsData }) => {
      const { integrationId, isRevoked } = await disconnectIntegration(deskOf(context), provider);
      const { userId } = context.actor;
      await context.tell(accountDisconnected, { userId, integrationId, provider, keepsData });
      return { isRevoked };
    },
  }),
});

const PATIENCE_MS = 20_000;

/** A first synchronisation may take minutes: after a while it goes on by itself, and the page shows how far it is. */
async function patientSync(context: SignedIn, provider: Provider): Promise<SyncResult> {
  const late = Promise.withResolvers<SyncResult>();
  const timer = setTimeout(() => late.resolve({ count: 0, message: GOES_ON }), PATIENCE_MS);
  return Promise.race([syncIntegration(context, provider), late.promise]).finally(() => clearTimeout(timer));
}

const GOES_ON = "It takes longer and goes on by itself.";
