import { beforeEach, expect, test } from "vitest";
import type { Person } from "#platform/testing/test-database.ts";
import { deliverDueMail } from "../delivery/deliver-due-mail.ts";
import { emails } from "../emails.ts";
import { mailAccounts } from "../mail-accounts.ts";
import type { EmailOnWire } from "../model.ts";
import { mailSyncInstance, makeDeliveriesDue, syncingPeople, until } from "./mail-sync.factory.ts";

// A real Postfix and Dovecot: the request for a receipt leaves with the message, and the receipt comes back by IMAP.

const instance = await mailSyncInstance();
const { server, app } = instance;
const { nextPerson, aMessage, saveMail, connect, ready, send, open, list, textsOf } = syncingPeople(
  instance,
  [...["ada", "cleo"]],
);
let person: Person;
let user: string;
beforeEach(async () => {
  ({ person, user } = await nextPerson());
});

test("a read receipt that arrives in the mailbox is shown at the recipient of the message that asked for it", async () => {
  await connect();
  await ready();
  const { id } = await send({ recipients: ["Bea <bea@aldermoor.net>"], isReceiptRequested: true });
  await makeDeliveriesDue(instance);
  await deliverDueMail(app.services);
  const arrived = () => server.doveadm("fetch", "-u", "bea", "text", "mailbox", "INBOX", "all");
  await until(async () => (await arrived()).includes("Message-ID:"));
  const message = await arrived();
  expect(message).toMatch(/^Disposition-Notification-To: <ada@aldermoor\.net>\r?$/m);
  const messageId = /^Message-ID: (<\S+>)/m.exec(message)?.[1] ?? "";
  await saveMail(
    [
      ...["From: Bea <bea@aldermoor.net>", "To: ada@aldermoor.net", "Subject: Read: Figures"],
      ...["Message-ID: <receipt@aldermoor.net>", `In-Reply-To: ${messageId}`, "MIME-Version: 1.0"],
      ...['Content-Type: multipart/report; report-type=disposition-notification; boundary="r"', ""],
      ...["--r", "Content-Type: text/plain; charset=utf-8", "", "Your message was displayed.", "--r"],
      ...["Content-Type: message/disposition-notification; name=mdnpart", "Content-Disposition: inline", ""],
      ...["Reporting-UA: aldermoor.net; Thunderbird", "Original-Recipient: rfc822;bea@aldermoor.net"],
      ...["Final-Recipient: rfc822;bea@aldermoor.net", `Original-Message-ID: ${messageId}`],
      ...["Disposition: manual-action/MDN-sent-manually; displayed", "", "--r--", ""],
    ].join("\n"),
  );
  await until(async () => (await open(id)).deliveredTo[0]?.receipt != null);
  expect((await open(id)).deliveredTo).toMatchObject([
    { state: "sent", receipt: { disposition: "displayed", mode: "manual" } },
  ]);
});

test("a draft asks for a receipt as its copy on the server does, also after another program edited it", async () => {
  const request = `Disposition-Notification-To: <${user}@aldermoor.net>`;
  await saveMail(aMessage("Elsewhere", [request]), "Drafts");
  const accountId = await connect();
  await ready();
  const named = async (subject: string) =>
    (await list({ status: "draft" })).find((each) => each.subject === subject)?.id ?? "";
  await until(async () => (await open(await named("Elsewhere"))).isReceiptRequested);
  const draft = (await person.invoke(emails.saveDraft, {
    ...{ subject: "Here", body: "Begun here.", recipients: ["bea@aldermoor.net"], accountId },
  })) as EmailOnWire;
  const { version } = await open(draft.id);
  await person.invoke(emails.update, { id: draft.id, version, isReceiptRequested: true });
  const makeOperationsDue = () =>
    app.owner.query(
      "update mail_pending_operations set due_at = now() - interval '1 second' where user_id = $1",
      [person.userId],
    );
  const copyAsks = async () =>
    (await textsOf("Drafts")).split("Subject: ").some((text) => /^Here[\s\S]*Begun here/.test(text)) &&
    (await textsOf("Drafts")).split(request).length === 3;
  await makeOperationsDue();
  await until(copyAsks);
  const { rows } = await app.owner.query("select message_id from emails where id = $1", [draft.id]);
  /** Another program writes another text under the same Message-ID. */
  const editElsewhere = async (text: string, headers: string[]) => {
    await server.doveadm("expunge", "-u", user, "mailbox", "Drafts", "header", "subject", "Here");
    const edited = aMessage("Here", headers, text);
    await saveMail(edited.replace(/Message-ID:.*/, `Message-ID: ${rows[0].message_id}`), "Drafts");
    await person.invoke(mailAccounts.sync, { id: accountId });
    await until(async () => (await open(draft.id)).body === text);
  };
  await editElsewhere("Goes on elsewhere.", [request]);
  expect(await open(draft.id)).toMatchObject({ isReceiptRequested: true });
  await editElsewhere("Without a receipt.", []);
  expect(await open(draft.id)).toMatchObject({ isReceiptRequested: false });
});
