import { beforeEach, expect, test } from "vitest";
import { deliverDueMail } from "../delivery/deliver-due-mail.ts";
import { mailSyncInstance, makeDeliveriesDue, syncingPeople, until } from "./mail-sync.factory.ts";

// A real Postfix and Dovecot: the request for a receipt leaves with the message, and the receipt comes back by IMAP.

const instance = await mailSyncInstance();
const { server, app } = instance;
const { nextPerson, saveMail, connect, ready, send, open } = syncingPeople(instance, ["ada"]);
beforeEach(async () => {
  await nextPerson();
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
