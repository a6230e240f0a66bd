import { beforeEach, expect, test } from "vitest";
import { scriptedSmtp } from "#platform/testing/servers/scripted-server.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import type { EmailOnWire, OpenEmailOnWire } from "../model.ts";
import { deliveryInstance, mailbox, messageTo } from "./deliver-mail.factory.ts";

const { server, runDueDeliveries } = await deliveryInstance();
const { aUser, as, owner, services } = server;
const smtp = await scriptedSmtp({});
let ada: Person;
let bob: Person;
beforeEach(async () => {
  await owner.query("delete from mail_deliveries");
  ada = as(await aUser({ fullName: "Ada" }));
  bob = as(await aUser({ fullName: "Bob" }));
});
const get = async (person: Person, id: string) =>
  (await person.invoke(emails.get, { id })) as OpenEmailOnWire;
const answer = (person: Person, id: string, given: "sent" | "declined") =>
  person.invoke(emails.answerReceiptRequest, { id, answer: given });

async function sendToBob(more: object = {}) {
  const { id } = (await ada.invoke(emails.send, {
    ...messageTo(`Bob <${bob.email}>`),
    isReceiptRequested: true,
    ...more,
  })) as OpenEmailOnWire;
  await runDueDeliveries();
  const [copy] = await mailbox(bob);
  return { id, copyId: copy?.id ?? "" };
}

test("between two people of the instance the receipt is joined to its recipient, without a message in the inbox", async () => {
  const { id, copyId } = await sendToBob();
  expect(await get(bob, copyId)).toMatchObject({ receiptRequest: { to: [ada.email], answer: null } });
  await answer(bob, copyId, "sent");
  await runDueDeliveries();
  expect(await get(ada, id)).toMatchObject({
    deliveredTo: [{ state: "sent", receipt: { disposition: "displayed", mode: "manual" } }],
  });
  expect(await mailbox(ada)).toEqual([]);
});

test("a scheduled message asks for its receipt when it is sent", async () => {
  const scheduledSend = new Date(Date.now() + 3_600_000).toISOString();
  const { id, copyId } = await sendToBob({ scheduledSend });
  expect(await get(ada, id)).toMatchObject({ status: "sent", isReceiptRequested: true });
  expect(await get(bob, copyId)).toMatchObject({ receiptRequest: { to: [ada.email], answer: null } });
});

test("a message that asks for nothing, a stranger's and one's own are not answered", async () => {
  const { id, copyId } = await sendToBob({ isReceiptRequested: false });
  expect(await get(bob, copyId)).toMatchObject({ receiptRequest: null });
  await expect(answer(bob, copyId, "sent")).rejects.toMatchObject({ code: "conflict" });
  await expect(answer(ada, copyId, "sent")).rejects.toMatchObject({ code: "not_found" });
  await expect(answer(ada, id, "sent")).rejects.toMatchObject({ code: "conflict" });
});

test("two answers at once send one receipt", async () => {
  const { copyId } = await sendToBob();
  const both = await Promise.allSettled([answer(bob, copyId, "sent"), answer(bob, copyId, "sent")]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const { items } = (await bob.invoke(emails.list, { status: "sent" })) as { items: EmailOnWire[] };
  expect(items).toHaveLength(1);
});

test("a receipt leaves the instance with the null sender, and cannot be edited while it waits", async () => {
  await services.systemSettings.save(as(await aUser({ fullName: "Admin", roles: ["admin"] })), {
    version: services.systemSettings.current.version,
    fields: {
      ...{ smtpHost: "127.0.0.1", smtpPort: smtp.port, smtpSecure: false },
      ...{ smtpFromEmail: "desk@house.org", smtpFromName: "The desk" },
    },
    secrets: {},
  });
  const { copyId } = await sendToBob();
  await owner.query(
    `update emails set receipt_request = jsonb_set(receipt_request, '{to}', '["clara@far.org"]') where id = $1`,
    [copyId],
  );
  await answer(bob, copyId, "sent");
  const { items } = (await bob.invoke(emails.list, { status: "sent" })) as { items: EmailOnWire[] };
  const [{ id, version, subject }] = items as [EmailOnWire];
  expect(subject).toBe("Read: Figures");
  const refusal = { code: "conflict", message: "A read receipt cannot be changed" };
  await expect(bob.invoke(emails.cancel, { id })).rejects.toMatchObject(refusal);
  await expect(bob.invoke(emails.update, { id, version, subject: "Other" })).rejects.toMatchObject(refusal);
  await runDueDeliveries();
  expect(smtp.lines).toContain("RCPT TO:<clara@far.org>");
  expect(smtp.lines.filter((line) => line.startsWith("MAIL FROM:"))).toEqual([
    expect.stringMatching(/^MAIL FROM:<>/),
  ]);
  expect(smtp.lines).toContain(`Final-Recipient: rfc822;${bob.email}`);
  expect(await get(bob, id)).toMatchObject({ delivery: { state: "sent" } });
});
