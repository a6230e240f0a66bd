import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { parseConfig } from "#platform/config/config.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { analyticsConsent, withoutRecords } from "./analytics-consent.ts";
import { countView } from "./jobs.ts";
import { system } from "./system.ts";

type Counted = { url: string; body: { client_id: string; events: { params: { page_location: string } }[] } };
const counted: Counted[] = [];
/** Stands for www.google-analytics.com. */
const google = createServer(async (request, answer) => {
  const body = (await request.setEncoding("utf8").toArray()).join("");
  counted.push({ url: request.url ?? "", body: JSON.parse(body) });
  answer.writeHead(204).end();
}).listen(0, "127.0.0.1");
await new Promise((ready) => google.once("listening", ready));
afterAll(() => void google.close());

const { as, aUser, services, owner } = await testDatabase(async (given) => {
  const address = `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
  const config = parseConfig({ ANALYTICS_BASE_URL: address, PUBLIC_URL: "https://desk.example.com" });
  const parts = { ...given.services, config, owner: given.connection("owner"), log: createLog("silent") };
  const jobs = await startJobs(parts, [{ ...countView, pollingSeconds: 1 }]);
  given.atEnd(() => jobs.stop());
  return { config, jobs };
});
const store = services.systemSettings;
const boss = as(await aUser({ fullName: "Grace Hopper", roles: ["admin"] }));
const ada = as(await aUser({ fullName: "Ada Lovelace" }));
const bob = as(await aUser({ fullName: "Bob Builder" }));
const open = (person: typeof ada, path: string) => person.invoke(analyticsConsent.view, { path });
const waiting = async () =>
  (await owner.query("select count(*)::int as count from jobs.job where name = 'admin.count-view'")).rows[0]
    .count;

test("SYS-08: without an id nobody is asked and nothing is counted, whatever the stored choice", async () => {
  expect(await ada.invoke(system.get)).toMatchObject({ countsPages: false });
  await ada.invoke(analyticsConsent.set, { isGiven: true });
  expect(await ada.invoke(analyticsConsent.get)).toEqual({ isAvailable: false, isGiven: true });
  await open(ada, "/tasks");
  expect(await waiting()).toBe(0);
});

test("SYS-08: with an id and its secret people are asked; only consent is counted, by the server, without content", async () => {
  await store.save(boss, {
    version: store.current.version,
    fields: { googleAnalyticsId: "G-TEST" },
    secrets: { googleAnalyticsSecret: "measure-secret" },
  });
  expect(await bob.invoke(analyticsConsent.get)).toEqual({ isAvailable: true, isGiven: null });
  await open(bob, "/tasks");
  await bob.invoke(analyticsConsent.set, { isGiven: false });
  await open(bob, "/email");
  expect(await waiting()).toBe(0);
  await open(ada, "/documents/9b2f6a1c-0000-4000-8000-000000000000?open=salary.pdf");
  await expect.poll(() => counted.length, { timeout: 40_000, interval: 20 }).toBe(1);
  const [view] = counted;
  expect(view?.url).toBe("/mp/collect?measurement_id=G-TEST&api_secret=measure-secret");
  expect(view?.body.events[0]?.params.page_location).toBe("https://desk.example.com/documents");
  const text = JSON.stringify(view);
  for (const own of [ada.email, ada.fullName, ada.userId, "salary"]) expect(text).not.toContain(own);
});

test("SYS-08: withdrawn consent stops the count, and new consent counts as a new visitor", async () => {
  const visitor = async () =>
    (await owner.query("select visitor_id from analytics_consents where user_id = $1", [ada.userId])).rows[0]
      .visitor_id;
  const before = await visitor();
  await ada.invoke(analyticsConsent.set, { isGiven: false });
  const jobs = await waiting();
  await open(ada, "/tasks");
  expect(await waiting()).toBe(jobs);
  await ada.invoke(analyticsConsent.set, { isGiven: true });
  expect(await visitor()).not.toBe(before);
});

test.each([
  ["/tasks?text=secret#part", "/tasks"],
  ["/book/ada-lovelace-9f", "/book"],
  ["/admin/settings/", "/admin/settings"],
  ["//evil.example/../x", "/x"],
  ["/Anna Berg", "/"],
])("SYS-08: of %s only %s is sent", (path, sent) => {
  expect(withoutRecords(path)).toBe(sent);
});
