import { afterAll, beforeEach, expect, test } from "vitest";
import "./slices.ts";
import type { CheckStep } from "#features/integrations/connections/check-connection.ts";
import {
  aRun,
  connectedInstance,
  type IntegrationsApi,
  integrationsOf,
} from "#features/integrations/factory.ts";
import { integrations } from "#features/integrations/integrations.ts";
import { syncDueIntegrations, syncOne } from "#features/integrations/jobs.ts";
import { PROVIDERS } from "#features/integrations/model.ts";
import { integrationSyncs } from "#features/integrations/tables.ts";
import { microsoftStandIn } from "#platform/testing/stand-ins/microsoft-stand-in.ts";
import { slackStandIn } from "#platform/testing/stand-ins/slack-stand-in.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";

const { server, standIn, register, atEnd } = await connectedInstance([
  slackStandIn().api,
  microsoftStandIn().api,
]);
afterAll(atEnd);
const { as, aUser, owner, services } = server;
let ada: Person;
let api: IntegrationsApi;

beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  api = integrationsOf(ada, standIn);
  standIn.clearFaults();
});

test("MINT-12, INT-21, INT-28: all six providers are listed, disconnected, before anything is connected", async () => {
  const { items } = await api.list();
  expect(items.map(({ provider }) => provider)).toEqual([...PROVIDERS].toSorted());
  expect(items).toHaveLength(6);
  for (const item of items)
    expect(item).toMatchObject({
      id: null,
      status: "disconnected",
      accountName: null,
      lastSync: null,
      lastError: null,
      isConfigured: true,
    });
  expect(items.map(({ type }) => type)).toEqual([
    "email",
    "calendar",
    "email",
    "calendar",
    "messaging",
    "collaboration",
  ]);
});

test("MINT-13: connections are listed by provider, or newest first", async () => {
  await api.connect("slack");
  await api.connect("gmail");
  const { items } = await api.list();
  expect(items.map(({ provider }) => provider)).toEqual([...PROVIDERS].toSorted());
  const newest = await api.list({ order: "newest" });
  expect(newest.items.slice(0, 2).map(({ provider }) => provider)).toEqual(["gmail", "slack"]);
});

test("MINT-15, INT-20, INT-26: sync reads the account and counts what it stored", async () => {
  await api.connect("gmail");
  standIn.behaviour.email = "ada.lovelace@example.com";
  expect(await api.sync("gmail")).toEqual({ count: 0 });
  const { accountName, lastSync } = await api.one("gmail");
  expect(accountName).toBe("ada.lovelace@example.com");
  expect(lastSync).not.toBeNull();
  expect(await api.stats()).toEqual([
    { provider: "gmail", lastSync: expect.any(String), totalSyncs: 1, successfulSyncs: 1 },
  ]);
});

test("MINT-08: a disconnected account is not synced, and no run is recorded", async () => {
  expect(await api.sync("teams")).toEqual({ error: "Microsoft Teams is not connected" });
  expect(await api.stats()).toEqual([]);
});

test("429 with Retry-After: the connection waits, even for a manual sync", async () => {
  await api.connect("gmail");
  standIn.behaviour.status = 429;
  standIn.behaviour.retryAfter = "120";
  expect(await api.sync("gmail")).toEqual({ error: "Google is limiting requests. Please try again later." });
  Object.assign(standIn.behaviour, { status: null, retryAfter: null });
  const before = standIn.calls.length;
  expect(await api.sync("gmail")).toEqual({ error: expect.stringContaining("in 2 minutes") });
  expect(standIn.calls.length).toBe(before);
  expect(await api.one("gmail")).toMatchObject({ status: "connected", syncState: "waiting" });
  await owner.query("update integrations set wait_until = now() - interval '1 s' where user_id = $1", [
    ada.userId,
  ]);
  expect(await api.sync("gmail")).toEqual({ count: 0 });
  expect(await api.one("gmail")).toMatchObject({ syncState: "idle", lastError: null, waitUntil: null });
});

test("INT-15: a check runs step by step and stops at the failure with its fix", async () => {
  await api.connect("gmail");
  const steps = async () =>
    ((await ada.invoke(integrations.check, { provider: "gmail" })) as { steps: CheckStep[] }).steps;
  expect((await steps()).map(({ name, isOk }) => [name, isOk])).toEqual([
    ["Registration", true],
    ["Google can be reached", true],
    ["Sign-in is valid", true],
    ["Account answers", true],
    ["Permissions", true],
  ]);
  for (const [expiresIn, duration] of [
    [60, "a minute"],
    [5400, "90 minutes"],
    [7200, "2 hours"],
  ] as const) {
    standIn.behaviour.expiresIn = expiresIn;
    await api.connect("gmail");
    expect((await steps())[2]?.message).toBe(`for ${duration}, then it is renewed automatically`);
  }
  standIn.behaviour.isRevoked = true;
  expect((await steps()).at(-1)).toEqual({
    name: "Account answers",
    isOk: false,
    message: "Google rejected the sign-in. Please connect again.",
  });
  expect(await api.one("gmail")).toMatchObject({ status: "error", syncState: "needs_you" });
});

test("INT-16, INT-12: a rejected sign-in asks to reconnect; network trouble does not", async () => {
  await api.connect("gmail");
  standIn.behaviour.status = 503;
  const temporaryError = "Google sent an unexpected response. Please try again later.";
  expect(await api.sync("gmail")).toEqual({ error: temporaryError });
  expect(await api.one("gmail")).toMatchObject({ status: "connected", lastError: temporaryError });
  standIn.behaviour.status = null;
  standIn.behaviour.isRevoked = true;
  expect(await api.sync("gmail")).toEqual({ error: "Google rejected the sign-in. Please connect again." });
  expect((await api.one("gmail")).status).toBe("error");
  standIn.behaviour.isRevoked = false;
  await api.connect("gmail");
  expect(await api.one("gmail")).toMatchObject({ status: "connected", lastError: null });
  expect(await api.stats()).toMatchObject([{ totalSyncs: 2, successfulSyncs: 0, lastSync: null }]);
});

test("DATA-30, MINT-16, INT-21: statistics per provider cover only the caller", async () => {
  const bob = as(await aUser({ fullName: "Bob" }));
  await ada.run(({ db }) =>
    db
      .insert(integrationSyncs)
      .values([
        aRun({ userId: ada.userId, provider: "gmail" }),
        aRun({ userId: ada.userId, provider: "gmail", isSuccessful: false, error: "Slow" }),
        aRun({ userId: ada.userId, provider: "slack" }),
      ]),
  );
  expect(await api.stats()).toEqual([
    { provider: "gmail", lastSync: "2026-03-01T09:00:02.000Z", totalSyncs: 2, successfulSyncs: 1 },
    { provider: "slack", lastSync: "2026-03-01T09:00:02.000Z", totalSyncs: 1, successfulSyncs: 1 },
  ]);
  expect(await integrationsOf(bob, standIn).stats()).toEqual([]);
  const asBob = await bob.run(({ db }) => db.execute(`select * from get_integration_stats('${ada.userId}')`));
  expect(asBob.rows).toEqual([]);
});

test("INT-15: the runs of a provider are listed, newest first, page by page", async () => {
  await ada.run(({ db }) =>
    db.insert(integrationSyncs).values(
      [9, 10, 11].map((hour) =>
        aRun({
          userId: ada.userId,
          provider: "gmail",
          startedAt: new Date(Date.UTC(2026, 2, 1, hour)),
          finishedAt: new Date(Date.UTC(2026, 2, 1, hour, 1)),
        }),
      ),
    ),
  );
  type Page = { items: { startedAt: string }[]; nextCursor: string | null };
  const first = (await ada.invoke(integrations.runs, { provider: "gmail", limit: 2 })) as Page;
  expect(first.items.map(({ startedAt }) => startedAt.slice(11, 13))).toEqual(["11", "10"]);
  const cursor = first.nextCursor ?? "";
  const second = (await ada.invoke(integrations.runs, { provider: "gmail", limit: 2, cursor })) as Page;
  expect(second.items.map(({ startedAt }) => startedAt.slice(11, 13))).toEqual(["09"]);
  const slack = (await ada.invoke(integrations.runs, { provider: "slack" })) as Page;
  expect(slack.items).toEqual([]);
});

test("INT-15: auto sync is updated with a version, can be undone, and needs a connection", async () => {
  await expect(
    ada.invoke(integrations.update, { provider: "gmail", autoSync: false, version: 1 }),
  ).rejects.toMatchObject({ code: "not_found" });
  await api.connect("gmail");
  const { version } = await api.one("gmail");
  expect(
    await ada.invoke(integrations.update, { provider: "gmail", autoSync: false, version }),
  ).toMatchObject({
    autoSync: false,
    version: version + 1,
  });
  await expect(
    ada.invoke(integrations.update, { provider: "gmail", autoSync: true, version }),
  ).rejects.toMatchObject({ code: "conflict", details: { current: { autoSync: false } } });
  await undoLastAction(server, ada, integrations);
  expect((await api.one("gmail")).autoSync).toBe(true);
});

test("INT-15: a change of options during a sync causes no conflict, and progress shows n of m", async () => {
  await api.connect("gmail");
  const { version } = await api.one("gmail");
  const people = Promise.withResolvers<void>();
  standIn.behaviour.holdApi = people;
  const running = api.sync("gmail");
  await expect.poll(async () => (await api.one("gmail")).syncState).toBe("running");
  await owner.query(
    "update integrations set sync_done = 40, sync_total = 100, sync_step = 2, sync_steps = 3 where user_id = $1",
    [ada.userId],
  );
  expect(await api.one("gmail")).toMatchObject({ syncDone: 40, syncTotal: 100, syncStep: 2, syncSteps: 3 });
  await ada.invoke(integrations.update, { provider: "gmail", autoSync: false, version });
  people.resolve();
  standIn.behaviour.holdApi = null;
  expect(await running).toEqual({ count: 0 });
  await ada.invoke(integrations.update, { provider: "gmail", autoSync: true, version: version + 1 });
  expect(await api.one("gmail")).toMatchObject({ syncState: "idle", version: version + 2 });
});

test("ROLE-06, MINT-17: integrations belong to the person of the session", async () => {
  await api.connect("gmail");
  const bob = as(await aUser({ fullName: "Bob" }));
  expect(
    (await integrationsOf(bob, standIn).list()).items.every(({ status }) => status === "disconnected"),
  ).toBe(true);
  await expect(bob.invoke(integrations.disconnect, { provider: "gmail" })).rejects.toMatchObject({
    code: "not_found",
  });
  expect((await api.one("gmail")).status).toBe("connected");
});

test("INT-04: accounts with auto sync are synced when due, others are not", async () => {
  await api.connect("gmail");
  await api.connect("outlook");
  const { version } = await api.one("outlook");
  await ada.invoke(integrations.update, { provider: "outlook", autoSync: false, version });
  const enqueued: unknown[] = [];
  const jobs = {
    ...services.jobs,
    enqueue: async (_db: unknown, _job: unknown, payload: unknown) => void enqueued.push(payload),
  };
  await syncDueIntegrations.run({ ...services, jobs }, {});
  const adaPayloads = enqueued.filter((payload) => JSON.stringify(payload).includes(ada.userId));
  expect(adaPayloads).toEqual([{ userId: ada.userId, provider: "gmail" }]);
  await syncOne.run(services, { userId: ada.userId, provider: "gmail" });
  const runs = (await ada.invoke(integrations.runs, { provider: "gmail" })) as { items: unknown[] };
  expect(runs.items).toEqual([expect.objectContaining({ isAutomatic: true, isSuccessful: true })]);
  enqueued.length = 0;
  await syncDueIntegrations.run({ ...services, jobs }, {});
  expect(JSON.stringify(enqueued)).not.toContain(ada.userId);
});

test("INT-15: a check names what was not granted, but only of what is imported and only where the grant is known", async () => {
  await api.connect("gmail");
  const last = async () =>
    ((await ada.invoke(integrations.check, { provider: "gmail" })) as { steps: CheckStep[] }).steps.at(-1);
  const grant = (...scopes: string[]) =>
    owner.query("update integrations set scopes = $2 where user_id = $1", [ada.userId, scopes]);
  await grant("openid", "email");
  expect(await last()).toEqual({
    name: "Permissions",
    isOk: false,
    message: "You did not grant access to: mail. Connect again and allow it.",
  });
  await grant("https://mail.google.com/");
  expect(await last()).toMatchObject({ name: "Permissions", isOk: true });
  await grant();
  expect(await last()).toMatchObject({ name: "Permissions", isOk: true });
});

test("Slack's manifest names where its events go only if they can be received and verified", async () => {
  const admin = await aUser({ roles: ["admin"] });
  const settings = services.systemSettings;
  const save = (appUrl: string, slackSigningSecret: string | null) =>
    settings.save(admin, {
      version: settings.current.version,
      fields: { appUrl },
      secrets: { slackSigningSecret },
    });
  const manifest = async () => {
    const answer = await ada.invoke(integrations.connect, { provider: "slack" });
    return (answer as { setup: { manifest: string } }).setup.manifest;
  };
  await register("", null);
  await save("https://adjutant.example.com", null);
  expect(await manifest()).not.toContain("event_subscriptions");
  await save("https://adjutant.example.com", "signing secret");
  expect(await manifest()).toContain('"request_url": "https://adjutant.example.com/webhooks/slack"');
  await save("", null);
  await register();
});
