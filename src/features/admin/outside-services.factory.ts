import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import { parseConfig } from "#platform/config/config.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { SystemSettings } from "#platform/system-settings/system-settings.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { sendToChannel } from "./jobs.ts";
import type { ConnectionTarget } from "./model.ts";
import { systemSettings } from "./system-settings.ts";

export type Asked = { path: string; authorization: string | undefined; apikey: unknown; body: string };

/** An instance whose outside services are one server; `next` is its next answer, `asked` what was requested. */
export async function settingsInstance() {
  const asked: Asked[] = [];
  const next = { status: 200, body: "{}" };
  const outside = createServer(async (request, answer) => {
    const body = (await request.setEncoding("utf8").toArray()).join("");
    const { authorization, apikey } = request.headers;
    asked.push({ path: request.url ?? "", authorization, apikey, body });
    answer.writeHead(next.status).end(next.body);
  }).listen(0, "127.0.0.1");
  await new Promise((ready) => outside.once("listening", ready));
  afterAll(() => void outside.close());
  const address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;

  const log = createLog("silent");
  const given = {
    fields: {},
    secrets: {},
    addresses: { resend: `${address}/resend`, openai: `${address}/v1` },
  };
  const { as, aUser, owner, services } = await testDatabase(async ({ services, connection, atEnd }) => {
    const { database, secrets } = services;
    const store = new SystemSettings({ database, secrets, log, given });
    const parts = { ...services, systemSettings: store, owner: connection("owner"), log };
    const jobs = await startJobs(parts, [sendToChannel]);
    atEnd(() => jobs.stop());
    const config = parseConfig({ STRIPE_BASE_URL: `${address}/stripe` });
    return { systemSettings: store, jobs, config };
  });
  const store = services.systemSettings;
  const boss = as(await aUser({ fullName: "Grace Hopper", roles: ["admin"] }));
  const ada = as(await aUser());
  const get = () => boss.invoke(systemSettings.get) as Promise<Settings>;
  const save = (changes: object) =>
    boss.invoke(systemSettings.update, { version: store.current.version, ...changes }) as Promise<Settings>;
  const tryOut = (target: ConnectionTarget, typed: object = {}) =>
    boss.invoke(systemSettings.test, { target, ...typed }) as Promise<{ isOk: boolean; message: string }>;
  return { asked, next, address, as, aUser, owner, boss, ada, store, get, save, tryOut };
}

export type Settings = { version: number; secrets: Record<string, unknown>; [field: string]: unknown };
