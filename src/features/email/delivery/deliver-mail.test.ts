import { beforeEach, expect, test } from "vitest";
import type { Person } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import type { EmailOnWire, OpenEmailOnWire } from "../model.ts";
import { templates } from "../templates.ts";
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

test("MAIL-30: Send creates a sent email with sent_at now, and an entry in the outbox", async () => {
  const before = Date.now();
  const email = await send(messageTo(bob.email));
  expect(email).toMatchObject({ status: "sent", sender: ada.email, delivery: { state: "queued" } });
  expect(Date.parse(email.sentAt ?? "")).toBeGreaterThanOrEqual(before);
  expect(email.deliveredTo).toMatchObject([
    { address: bob.email, kind: "to", state: "queued", reason: null, steps: [{ state: "queued" }] },
  ]);
});

test("MAIL-31: with a time it is scheduled, and is not sent before that time", async () => {
  const scheduledSend = new Date(Date.now() + 3_600_000).toISOString();
  const { id } = await send({ ...messageTo(bob.email), scheduledSend });
  expect(await get(id)).toMatchObject({ status: "scheduled", scheduledSend, sentAt: null });
  await deliverDueMail(services);
  expect(await mailbox(bob)).toEqual([]);
  await runDueDeliveries();
  expect(await get(id)).toMatchObject({
    status: "sent",
    sentAt: expect.any(String),
    delivery: { state: "sent" },
  });
  expect(await mailbox(bob)).toHaveLength(1);
  await expect(
    send({ ...messageTo(bob.email), scheduledSend: "2020-01-01T00:00:00Z" }),
  ).rejects.toMatchObject({
    message: "Choose a time in the future",
  });
});

test("decision 10: a user of this instance gets it directly: unread, from the sender, without the Bcc recipients", async () => {
  const carol = as(await aUser({ fullName: "Carol" }));
  const { id } = await send({
    ...messageTo(`Bob <${bob.email.toUpperCase()}>`),
    cc: [carol.email],
    bcc: ["secret@example.com"],
    priority: "high",
    category: "private note",
  });
  await runDueDeliveries();
  const [copy] = await mailbox(bob);
  expect(copy).toMatchObject({
    subject: "Figures",
    status: "received",
    sender: ada.email,
    isRead: false,
    cc: [carol.email],
    bcc: [],
    priority: "high",
    category: null,
  });
  expect(await get(copy?.id ?? "", bob)).toMatchObject({ body: "See below.", deliveredTo: [] });
  expect(await mailbox(carol)).toHaveLength(1);
  expect(await get(id)).toMatchObject({ delivery: { state: "held" } });
  const { rows } = await owner.query(
    "select count(*)::int from announcements where user_id = $1 and resource = 'emails' and $2 = any(record_ids)",
    [bob.userId, copy?.id],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test("a reply continues the thread in both mailboxes", async () => {
  const { id, threadId } = await send(messageTo(bob.email));
  await runDueDeliveries();
  const [asked] = await mailbox(bob);
  const start = (await bob.invoke(emails.startReply, { id: asked?.id })) as object;
  const answer = Object.fromEntries(
    Object.entries(start).filter(([name]) => !["signature", "isToOwn"].includes(name)),
  );
  await send({ ...answer, body: "Thank you." }, bob);
  await runDueDeliveries();
  const [reply] = await mailbox(ada);
  expect(reply).toMatchObject({ subject: "Re: Figures", threadId });
  const thread = (await ada.invoke(emails.list, { threadId })) as { items: EmailOnWire[] };
  expect(thread.items.map((item) => item.id)).toEqual([reply?.id, id]);
});

test("without a mail account it is held, and the card shows why; nothing is ever sent to .example", async () => {
  const outside = await send(messageTo("someone@elsewhere.com"));
  const reserved = await send(messageTo("clara@lattice.example"));
  const withoutRecipients = await send(messageTo());
  await runDueDeliveries();
  expect(await get(outside.id)).toMatchObject({
    status: "held",
    delivery: { state: "held", reason: "Not delivered: no mail account connected" },
  });
  expect(await get(reserved.id)).toMatchObject({
    delivery: { state: "held", reason: "Not delivered: this address is reserved for examples" },
  });
  expect(await get(withoutRecipients.id)).toMatchObject({
    status: "held",
    delivery: { state: "held", reason: "Not delivered: there is no recipient" },
  });
});

test("MAIL-39, decision 10: an invalid address does not block sending: it fails with a reason, the others are sent", async () => {
  const mixed = await send(messageTo("bob", bob.email));
  const alone = await send(messageTo("a b@example.com"));
  await runDueDeliveries();
  expect(await mailbox(bob)).toHaveLength(1);
  expect(await get(mixed.id)).toMatchObject({
    status: "sent",
    delivery: { state: "sent", reason: "Not delivered to bob" },
    deliveredTo: [
      { address: "bob", state: "failed", reason: "'bob' is not an email address" },
      { address: bob.email, state: "sent", reason: null },
    ],
  });
  expect(await get(alone.id)).toMatchObject({ status: "failed", delivery: { state: "failed" } });
});

test("G14: however many workers run, and however often, it arrives once", async () => {
  await Promise.all(Array.from({ length: 12 }, () => send(messageTo(bob.email))));
  await makeDeliveriesDue();
  await Promise.all(Array.from({ length: 4 }, () => deliverDueMail(services)));
  await runDueDeliveries();
  expect(await mailbox(bob)).toHaveLength(12);
});

test("if a worker dies before DATA another one sends it; after DATA it is not sent again without confirmation", async () => {
  const [early, late] = [await send(messageTo(bob.email)), await send(messageTo(bob.email))];
  await owner.query(
    `update mail_deliveries set state = 'sending', lease_by = gen_random_uuid(), lease_until = now() - interval '1 second',
      data_started_at = case when email_id = $1 then now() end`,
    [late.id],
  );
  await deliverDueMail(services);
  expect(await get(early.id)).toMatchObject({ delivery: { state: "sent" } });
  expect(await get(late.id)).toMatchObject({ delivery: { state: "uncertain" } });
  expect(await mailbox(bob)).toHaveLength(1);
  await ada.invoke(emails.retry, { id: late.id });
  await runDueDeliveries();
  expect(await mailbox(bob)).toHaveLength(2);
});

test("an unexpired lease is not taken over", async () => {
  await send(messageTo(bob.email));
  await owner.query(
    "update mail_deliveries set state = 'sending', lease_until = now() + interval '1 minute'",
  );
  await deliverDueMail(services);
  expect(await mailbox(bob)).toEqual([]);
});

test("more than a day overdue after an outage, it is held for confirmation; less, it is sent once", async () => {
  const { id } = await send(messageTo(bob.email));
  await runDueDeliveries("25 hours");
  expect(await mailbox(bob)).toEqual([]);
  expect((await get(id)).delivery?.reason).toMatch(/its time passed/);
  await send(messageTo(bob.email));
  await runDueDeliveries("23 hours");
  expect(await mailbox(bob)).toHaveLength(1);
});

test("another user's draft cannot be sent", async () => {
  const foreignDraft = (await bob.invoke(emails.create, messageTo())) as EmailOnWire;
  await expect(send({ ...messageTo(), draftId: foreignDraft.id })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a held message is sent when sent again, with the same Message-ID", async () => {
  const { id } = await send(messageTo("dora@later.com"));
  await runDueDeliveries();
  await expect(bob.invoke(emails.retry, { id })).rejects.toMatchObject({ code: "not_found" });
  const dora = as(await aUser({ fullName: "Dora", email: "dora@later.com" }));
  const messageId = async () =>
    (await owner.query("select message_id from emails where id = $1", [id])).rows[0].message_id;
  const before = await messageId();
  expect(await ada.invoke(emails.retry, { id })).toMatchObject({ delivery: { state: "queued" } });
  await runDueDeliveries();
  expect(await mailbox(dora)).toHaveLength(1);
  expect(await messageId()).toBe(before);
  await expect(ada.invoke(emails.retry, { id })).rejects.toMatchObject({ code: "conflict" });
});

test("MAIL-36: sending needs a subject and a body", async () => {
  for (const fields of [{ subject: "" }, { body: " " }])
    await expect(send({ ...messageTo(bob.email), ...fields })).rejects.toMatchObject({
      message: expect.stringContaining("Subject and body are required"),
    });
});

test("limits: 200 recipients together, 200 emails an hour, also at the same moment", async () => {
  const people = (count: number) => Array.from({ length: count }, (_, n) => `person${n}@example.com`);
  expect(await send({ ...messageTo(...people(150)), bcc: people(200).slice(150) })).toMatchObject({
    status: "sent",
  });
  await expect(send({ ...messageTo(...people(150)), cc: people(51) })).rejects.toMatchObject({
    code: "invalid",
  });
  await owner.query(
    `with written as (insert into emails (user_id, subject, body, sender) select $1, 'x', 'x', 'x' from generate_series(1, 197)
       returning id)
     insert into mail_deliveries (user_id, email_id, due_at, state) select $1, id, now(), 'sent' from written`,
    [ada.userId],
  );
  const tries = await Promise.allSettled(Array.from({ length: 4 }, () => send(messageTo(bob.email))));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  await expect(send(messageTo(bob.email))).rejects.toMatchObject({ code: "rate_limited" });
});

test("D25: sent twice with the same idempotency key, it is sent once", async () => {
  const options = { idempotencyKey: crypto.randomUUID() };
  await Promise.allSettled([1, 2].map(() => ada.invoke(emails.send, messageTo(bob.email), options)));
  await runDueDeliveries();
  expect(await mailbox(bob)).toHaveLength(1);
});

test("TMPL-07: the content of a template can be sent", async () => {
  const template = { name: "Thanks", subject: "Thank you", body: "It was good to see you." };
  const { id } = (await ada.invoke(templates.create, template)) as { id: string };
  const { subject, body } = (await ada.invoke(templates.use, { id })) as typeof template;
  await send({ subject, body, recipients: [bob.email] });
  await runDueDeliveries();
  expect((await mailbox(bob)).map((item) => item.subject)).toEqual(["Thank you"]);
});

test("a scheduled message that is sent again before its time still leaves at its time", async () => {
  const scheduledSend = new Date(Date.now() + 3_600_000).toISOString();
  const { id } = await send({ ...messageTo(bob.email), scheduledSend });
  await owner.query(
    `with held as (update mail_deliveries set state = 'held' where email_id = $1 returning id)
     update mail_recipients set state = 'held' where delivery_id in (select id from held)`,
    [id],
  );
  expect(await ada.invoke(emails.retry, { id })).toMatchObject({ status: "scheduled", scheduledSend });
  await deliverDueMail(services);
  expect(await mailbox(bob)).toEqual([]);
  await runDueDeliveries();
  expect(await mailbox(bob)).toHaveLength(1);
});

test("a scheduled message without a delivery, as an import may store it, can be cancelled", async () => {
  const scheduledSend = new Date(Date.now() + 3_600_000).toISOString();
  const { id } = await send({ ...messageTo(bob.email), scheduledSend });
  await owner.query("delete from mail_deliveries where email_id = $1", [id]);
  expect(await ada.invoke(emails.cancel, { id })).toMatchObject({ status: "draft" });
});
