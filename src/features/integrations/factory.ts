import type { z } from "zod";
import { parseConfig } from "#platform/config/config.ts";
import { oauthStandIn, type StandInApi } from "#platform/testing/oauth-stand-in.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { integrations } from "./integrations.ts";
import type { Cargo, Integration, Provider } from "./model.ts";
import type { integrationSyncs } from "./tables.ts";

type NewRun = typeof integrationSyncs.$inferInsert;

export const aRun = (fields: Partial<NewRun> & { userId: string; provider: Provider }): NewRun => ({
  startedAt: new Date("2026-03-01T09:00:00Z"),
  finishedAt: new Date("2026-03-01T09:00:02Z"),
  isSuccessful: true,
  ...fields,
});

const REGISTERED = {
  clientId: "adjutant",
  clientSecret: "registered secret",
  redirectUri: "http://127.0.0.1:3000/oauth/callback",
};

/** An instance registered with stand-ins of all providers, and people who have connected an account there. */
export async function connectedHouse(apis: readonly StandInApi[]) {
  const standIn = await oauthStandIn(REGISTERED, apis);
  const told: { fact: string; payload: unknown }[] = [];
  const wanted: { job: string; payload: unknown; key: string | undefined }[] = [];
  const jobs = {
    enqueue: async (_db: unknown, { name }: { name: string }, payload: unknown, more?: { key?: string }) =>
      void wanted.push({ job: name, payload, key: more?.key }),
    tell: async (_db: unknown, { name }: { name: string }, payload: unknown) =>
      void told.push({ fact: name, payload }),
  };
  const config = parseConfig({
    GOOGLE_BASE_URL: standIn.url,
    MICROSOFT_BASE_URL: standIn.url,
    SLACK_BASE_URL: standIn.url,
  });
  const house = await testDatabase(async () => ({ jobs, config }));
  const { systemSettings } = house.services;
  const { clientId, clientSecret } = REGISTERED;
  await systemSettings.save(await house.aUser({ roles: ["admin"] }), {
    version: systemSettings.current.version,
    fields: { googleClientId: clientId, microsoftClientId: clientId, slackClientId: clientId },
    secrets: {
      googleClientSecret: clientSecret,
      microsoftClientSecret: clientSecret,
      slackClientSecret: clientSecret,
    },
  });

  async function aConnected(provider: Provider, more: Cargo[] = []) {
    const person = house.as(await house.aUser({ fullName: "Ada" }));
    const { oauthUrl } = (await person.invoke(integrations.connect, { provider, with: more })) as {
      oauthUrl: string;
    };
    await person.invoke(integrations.finish, await standIn.visit(oauthUrl));
    const row = async () => {
      const { items } = (await person.invoke(integrations.list)) as { items: IntegrationOnWire[] };
      const found = items.find((item) => item.provider === provider);
      if (!found) throw new Error(`${provider} is not listed`);
      return found;
    };
    return {
      ...person,
      row,
      sync: () => person.invoke(integrations.sync, { provider }),
      runs: async () =>
        ((await person.invoke(integrations.runs, { provider })) as { items: Record<string, unknown>[] })
          .items,
    };
  }
  return { house, standIn, told, wanted, aConnected, atEnd: () => standIn.close() };
}

type IntegrationOnWire = z.input<typeof Integration>;
