import type { z } from "zod";
import { parseConfig } from "#platform/config/config.ts";
import {
  type OAuthStandIn,
  oauthStandIn,
  type StandInApi,
} from "#platform/testing/stand-ins/oauth-stand-in.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { integrations } from "./integrations.ts";
import type { DataKind, Integration, Provider } from "./model.ts";
import type { integrationSyncs } from "./tables.ts";

type NewRun = typeof integrationSyncs.$inferInsert;

export const aRun = (fields: Partial<NewRun> & { userId: string; provider: Provider }): NewRun => ({
  startedAt: new Date("2026-03-01T09:00:00Z"),
  finishedAt: new Date("2026-03-01T09:00:02Z"),
  isSuccessful: true,
  ...fields,
});

export const REGISTERED = {
  clientId: "adjutant",
  clientSecret: "registered secret",
  redirectUri: "http://127.0.0.1:3000/oauth/callback",
};

/** An instance registered with stand-ins of all providers, and people who have connected an account there. */
export async function connectedInstance(apis: readonly StandInApi[]) {
  const standIn = await oauthStandIn(REGISTERED, apis);
  const published: { fact: string; payload: unknown }[] = [];
  const enqueued: { job: string; payload: unknown; key: string | undefined }[] = [];
  const jobs = {
    enqueue: async (_db: unknown, { name }: { name: string }, payload: unknown, more?: { key?: string }) =>
      void enqueued.push({ job: name, payload, key: more?.key }),
    publish: async (_db: unknown, { name }: { name: string }, payload: unknown) =>
      void published.push({ fact: name, payload }),
  };
  const config = parseConfig({
    GOOGLE_BASE_URL: standIn.url,
    MICROSOFT_BASE_URL: standIn.url,
    SLACK_BASE_URL: standIn.url,
  });
  const server = await testDatabase(async () => ({ jobs, config }));
  const { systemSettings } = server.services;
  const admin = await server.aUser({ roles: ["admin"] });

  /** The administrator's client id and secret for all three; empty for an unregistered instance. */
  async function register(id: string = REGISTERED.clientId, secret: string | null = REGISTERED.clientSecret) {
    await systemSettings.save(admin, {
      version: systemSettings.current.version,
      fields: { googleClientId: id, microsoftClientId: id, slackClientId: id },
      secrets: { googleClientSecret: secret, microsoftClientSecret: secret, slackClientSecret: secret },
    });
  }
  await register();

  async function aConnected(provider: Provider, more: DataKind[] = []) {
    const person = server.as(await server.aUser({ fullName: "Ada" }));
    const api = integrationsOf(person, standIn);
    await api.connect(provider, more);
    return {
      ...person,
      row: () => api.one(provider),
      sync: () => api.sync(provider),
      runs: async () =>
        ((await person.invoke(integrations.runs, { provider })) as { items: Record<string, unknown>[] })
          .items,
    };
  }
  return { server, standIn, published, enqueued, register, aConnected, atEnd: () => standIn.close() };
}

type IntegrationOnWire = z.input<typeof Integration>;
export type IntegrationsApi = ReturnType<typeof integrationsOf>;

/** What a user does on the integrations page, and in the providers' windows that it opens. */
export function integrationsOf(person: Person, standIn: OAuthStandIn) {
  const list = async (input = {}) =>
    (await person.invoke(integrations.list, input)) as { items: IntegrationOnWire[] };
  const begin = async (provider: Provider, more: DataKind[] = []) =>
    (await person.invoke(integrations.connect, { provider, dataKinds: more })) as { oauthUrl: string };
  const finish = (answer: object) => person.invoke(integrations.finish, answer);
  return {
    ...{ list, begin, finish },
    stats: async () => ((await person.invoke(integrations.stats)) as { items: unknown[] }).items,
    sync: (provider: Provider) => person.invoke(integrations.sync, { provider }),
    connect: async (provider: Provider, more: DataKind[] = []) => {
      const answer = await standIn.visit((await begin(provider, more)).oauthUrl);
      const { error } = (await finish(answer)) as { error: string | null };
      if (error !== null) throw new Error(error);
    },
    one: async (provider: Provider) => {
      const found = (await list()).items.find((item) => item.provider === provider);
      if (!found) throw new Error(`${provider} is not listed`);
      return found;
    },
  };
}
