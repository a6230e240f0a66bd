import { beforeEach, expect, test } from "vitest";
import type { Person } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { emails } from "../emails.ts";
import type { OpenEmailOnWire } from "../model.ts";
import { deliverDueMail } from "./deliver-due-mail.ts";
import { deliveryInstance, mailbox, messageTo } from "./deliver-mail.factory.ts";

const { server, makeDeliveriesDue, runDueDeliveries } = await deliveryInstance();
const { aUser, as, owner, services } = server;
let ada: Person;
let bob: Person;
beforeEach(async () => {
  await owner.query("delete from mail_deliveries");
  ada = as(await aUser({ fullName: "Ada" }));
  bob = as(await aUser({ fullName: "Bob" }));
});
const send = async (input: object, person = ada) =>
  (await person.invoke(emails.send, input)) as OpenEmailOnWire;

const get = async (id: string, person = ada) => (await person.invoke(emails.get, { id })) as OpenEmailOnWire;

test("undo: an unsent message becomes a draft again; a sent one does not, and the error says so", async () => {
  const undone = await send(messageTo(bob.email));
  await undoLastAction(server, ada, emails);
  expect(await get(undone.id)).toMatchObject({ status: "draft", sentAt: null, delivery: null });
  const delivered = await send(messageTo(bob.email));
  await runDueDeliveries();
  await expect(ada.invoke(emails.cancel, { id: delivered.id })).rejects.toMatchObject({
    code: "conflict",
    message: "This message has already left",
  });
  expect(await mailbox(bob)).toHaveLength(1);
});

test("a draft and a received message are not on their way, so neither can be cancelled", async () => {
  const draft = (await ada.invoke(emails.create, { subject: "Figures", body: "Later" })) as OpenEmailOnWire;
  await send(messageTo(ada.email), bob);
  await runDueDeliveries();
  const [received] = await mailbox(ada);
  const refusal = { code: "conflict", message: "This message is not on its way" };
  for (const id of [draft.id, received?.id])
    await expect(ada.invoke(emails.cancel, { id })).rejects.toMatchObject(refusal);
});

test("one statement decides between the delivery worker and a person who cancels", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await send(messageTo(bob.email));
    await makeDeliveriesDue();
    const [, cancelled] = await Promise.allSettled([
      deliverDueMail(services),
      ada.invoke(emails.cancel, { id }),
    ]);
    const arrived = (await mailbox(bob)).length;
    expect(arrived).toBe(cancelled.status === "fulfilled" ? 0 : 1);
    for (const { id: copy } of await mailbox(bob)) await bob.invoke(emails.delete, { id: copy });
  }
});

test("a scheduled message can be edited until it is sent: it becomes a draft, and is sent again as the same row", async () => {
  const scheduledSend = new Date(Date.now() + 3_600_000).toISOString();
  const { id, version } = await send({ ...messageTo(bob.email), scheduledSend });
  expect(await ada.invoke(emails.update, { id, version, subject: "New figures" })).toMatchObject({
    status: "draft",
    scheduledSend: null,
    delivery: null,
  });
  const again = await send({ ...messageTo(bob.email), subject: "Newest figures", draftId: id });
  expect(again).toMatchObject({ id, status: "sent", subject: "Newest figures" });
  await runDueDeliveries();
  expect((await mailbox(bob)).map(({ subject }) => subject)).toEqual(["Newest figures"]);
});

test("MAIL-32: marked as failed by hand, its delivery continues, and its real state is shown", async () => {
  const scheduledSend = new Date(Date.now() + 3_600_000).toISOString();
  const { id } = await send({ ...messageTo(bob.email), scheduledSend });
  await ada.invoke(emails.markFailed, { ids: [id] });
  expect(await get(id)).toMatchObject({ status: "failed", delivery: { state: "queued" } });
  await runDueDeliveries();
  expect(await get(id)).toMatchObject({
    status: "failed",
    statusBefore: "sent",
    delivery: { state: "sent" },
  });
  await ada.invoke(emails.unmarkFailed, { ids: [id] });
  expect(await get(id)).toMatchObject({ status: "sent", statusBefore: null });
});

test("a message in the trash is not sent, but is sent when it is restored in time", async () => {
  const { id } = await send(messageTo(bob.email));
  await ada.invoke(emails.delete, { id });
  await runDueDeliveries();
  expect(await mailbox(bob)).toEqual([]);
  await ada.invoke(emails.restore, { id });
  await deliverDueMail(services);
  expect(await mailbox(bob)).toHaveLength(1);
});
