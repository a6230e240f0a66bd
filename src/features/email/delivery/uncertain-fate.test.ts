import { beforeEach, expect, test } from "vitest";
import { type Misbehaviour, scriptedSmtp } from "#platform/testing/servers/scripted-server.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import type { EmailOnWire, OpenEmailOnWire } from "../model.ts";
import { deliveryInstance, messageTo } from "./deliver-mail.factory.ts";

// The instance's server breaks the connection after it has received a whole message, as long as `isBroken`.
const { server, runDueDeliveries } = await deliveryInstance();
const { aUser, as, owner, services } = server;
let isBroken = true;
const given: Misbehaviour = {};
const smtp = await scriptedSmtp(given);
const admin = as(await aUser({ fullName: "Admin", roles: ["admin"] }));
await services.systemSettings.save(admin, {
  version: services.systemSettings.current.version,
  fields: {
    ...{ smtpHost: "127.0.0.1", smtpPort: smtp.port, smtpSecure: false },
    ...{ smtpFromEmail: "desk@house.org", smtpFromName: "The desk" },
  },
  secrets: {},
});

let ada: Person;
beforeEach(async () => {
  isBroken = true;
  Object.defineProperty(given, ".", { configurable: true, get: () => (isBroken ? null : "250 Ok") });
  await owner.query("delete from mail_deliveries");
  await owner.query("delete from mail_lanes");
  ada = as(await aUser({ fullName: "Ada" }));
});

const send = async (...recipients: string[]) =>
  ((await ada.invoke(emails.send, messageTo(...recipients))) as OpenEmailOnWire).id;
const get = async (id: string) => (await ada.invoke(emails.get, { id })) as OpenEmailOnWire;
const idsOf = async (filter: object) =>
  ((await ada.invoke(emails.list, filter)) as { items: EmailOnWire[] }).items.map(({ id }) => id);
const notices = async () =>
  (await owner.query("select title, message, href from smart_notifications where user_id = $1", [ada.userId]))
    .rows;

test("a message whose end is unknown is 'uncertain' wherever its state is shown or counted, and its writer is notified once", async () => {
  const id = await send("bob@far.org");
  expect(await idsOf({ view: "outbox" })).toEqual([id]);
  await runDueDeliveries();
  await runDueDeliveries();
  expect(await get(id)).toMatchObject({
    status: "uncertain",
    sentAt: null,
    delivery: { state: "uncertain" },
  });
  expect(await idsOf({ status: "sent" })).toEqual([]);
  expect(await idsOf({ status: "uncertain" })).toEqual([id]);
  expect(await idsOf({ view: "outbox" })).toEqual([id]);
  expect(await ada.invoke(emails.stats)).toMatchObject({ sent: 0, uncertain: 1, held: 0 });
  expect(await ada.invoke(emails.states, { ids: [id] })).toMatchObject({ items: [{ status: "uncertain" }] });
  expect(await notices()).toEqual([
    {
      title: "Not certain whether it was sent: Figures",
      message: expect.stringContaining("send it again or mark it as sent"),
      href: `/email?email=${id}`,
    },
  ]);
  expect(smtp.lines.filter((line) => line === ".")).toHaveLength(1);
});

test("its writer decides: marked as sent it is among the sent mail, and nothing is sent", async () => {
  const id = await send("bob@far.org");
  await runDueDeliveries();
  const bob = as(await aUser({ fullName: "Bob" }));
  await expect(bob.invoke(emails.markSent, { id })).rejects.toMatchObject({ code: "not_found" });
  const tries = smtp.lines.filter((line) => line === ".").length;
  expect(await ada.invoke(emails.markSent, { id })).toMatchObject({
    status: "sent",
    sentAt: expect.any(String),
    delivery: { state: "sent", reason: null },
    deliveredTo: [{ state: "sent", reason: "Marked as sent" }],
  });
  await runDueDeliveries();
  expect(smtp.lines.filter((line) => line === ".")).toHaveLength(tries);
  expect(await idsOf({ view: "outbox" })).toEqual([]);
  await expect(ada.invoke(emails.markSent, { id })).rejects.toMatchObject({ code: "conflict" });
});

test("its writer decides: sent again it is sent", async () => {
  const id = await send("bob@far.org");
  await runDueDeliveries();
  isBroken = false;
  expect(await ada.invoke(emails.retry, { id })).toMatchObject({ delivery: { state: "queued" } });
  await runDueDeliveries();
  expect(await get(id)).toMatchObject({
    status: "sent",
    sentAt: expect.any(String),
    delivery: { state: "sent" },
  });
});

test("an uncertain message cannot become a draft, and one marked as failed by hand stays marked", async () => {
  // One after the other: at the same time the broken connection of one could end that of the other before its data.
  const id = await send("bob@far.org");
  await runDueDeliveries();
  await owner.query("delete from mail_lanes");
  const marked = await send("bob@far.org");
  await ada.invoke(emails.markFailed, { ids: [marked] });
  await runDueDeliveries();
  await expect(ada.invoke(emails.cancel, { id })).rejects.toMatchObject({ code: "conflict" });
  expect(await get(marked)).toMatchObject({ status: "failed", statusBefore: "uncertain" });
  await ada.invoke(emails.unmarkFailed, { ids: [marked] });
  expect(await get(marked)).toMatchObject({ status: "uncertain" });
});

test("held mail is 'held', not 'sent', until it has been sent", async () => {
  isBroken = false;
  const id = await send("clara@lattice.example");
  await runDueDeliveries();
  expect(await get(id)).toMatchObject({ status: "held", sentAt: null, delivery: { state: "held" } });
  expect(await idsOf({ status: "sent" })).toEqual([]);
  expect(await idsOf({ view: "outbox" })).toEqual([id]);
  expect(await ada.invoke(emails.stats)).toMatchObject({ sent: 0, held: 1, uncertain: 0 });
  expect(await ada.invoke(emails.cancel, { id })).toMatchObject({ status: "draft" });
});
