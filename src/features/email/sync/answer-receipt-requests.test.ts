import { beforeEach, expect, test } from "vitest";
import { pythonWith } from "#platform/testing/servers/run-python.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { deliverDueMail } from "../delivery/deliver-due-mail.ts";
import { emails } from "../emails.ts";
import { mailPreferences } from "../mail-preferences.ts";
import { parseMessage } from "../reading/parse-message.ts";
import { mailSyncInstance, makeDeliveriesDue, syncingPeople, until } from "./mail-sync.factory.ts";

// A real Postfix and Dovecot: requests for read receipts arrive by IMAP, the receipts leave by SMTP.

const instance = await mailSyncInstance();
const { server, app } = instance;
const { nextPerson, aMessage, saveMail, connect, ready, flagsOf, list, open } = syncingPeople(instance, [
  ...["ada", "cleo", "dora", "eli"],
]);
const { run: runPython } = await pythonWith();
let person: Person;
let user: string;
beforeEach(async () => {
  ({ person, user } = await nextPerson());
});

const REQUEST = "Disposition-Notification-To: Bea <bea@aldermoor.net>";
const answer = (id: string, given: "sent" | "declined") =>
  person.invoke(emails.answerReceiptRequest, { id, answer: given });
const idOf = async (subject: string) => {
  const listed = [...(await list()), ...(await list({ view: "junk" }))];
  return listed.find((each) => each.subject === subject)?.id ?? "";
};
const requestIn = async (subject: string) => {
  const id = await idOf(subject);
  return id === "" ? undefined : (await open(id)).receiptRequest;
};

/** What Python's own email module reads in a message. */
const PYTHON = `
import email, email.policy, json, sys
mail = email.message_from_string(sys.stdin.read(), policy=email.policy.default)
parts = list(mail.iter_parts())
fields = parts[1].get_payload(0)
print(json.dumps({
  "type": mail.get_content_type(), "report": mail.get_param("report-type"), "defects": [str(each) for each in mail.defects],
  "from": str(mail["from"]), "to": str(mail["to"]), "subject": str(mail["subject"]),
  "asks": mail["disposition-notification-to"], "returnPath": str(mail["return-path"]),
  "parts": [part.get_content_type() for part in parts], "text": parts[0].get_content(),
  "fields": {name.lower(): str(value) for name, value in fields.items()},
  "header": email.message_from_string(parts[2].get_payload(decode=True).decode(), policy=email.policy.default)["subject"] if len(parts) > 2 else None,
}))`;

test("a receipt that a person sends is a report that every program reads, with the null sender", async () => {
  await saveMail(
    aMessage("Grüße & Figures", [REQUEST, "Original-Recipient: rfc822;desk@aldermoor.net"]).replace(
      /Message-ID:.*/,
      "Message-ID: <asked-1@lattice.test>",
    ),
  );
  await connect();
  await ready();
  const id = await idOf("Grüße & Figures");
  await until(async () => (await open(id)).bodyState === "full");
  expect((await open(id)).receiptRequest).toEqual({ to: ["bea@aldermoor.net"], answer: null });
  expect(await answer(id, "sent")).toMatchObject({ receiptRequest: { answer: "sent" } });
  await expect(answer(id, "sent")).rejects.toMatchObject({ code: "conflict" });
  await makeDeliveriesDue(instance);
  await deliverDueMail(app.services);
  const arrived = () => server.doveadm("fetch", "-u", "bea", "text", "mailbox", "INBOX", "all");
  await until(async () => (await arrived()).includes("disposition-notification"));
  const source = (await arrived()).replace(/^text:\r?\n/, "");
  expect(JSON.parse(await runPython(PYTHON, source))).toMatchObject({
    ...{ type: "multipart/report", report: "disposition-notification", defects: [], asks: null },
    ...{ from: expect.stringContaining("ada@aldermoor.net"), to: "bea@aldermoor.net", returnPath: "<>" },
    subject: "Read: Grüße & Figures",
    parts: ["text/plain", "message/disposition-notification", "text/rfc822-headers"],
    text: expect.stringContaining("no guarantee"),
    fields: {
      "reporting-ua": "aldermoor.net; Adjutant",
      "original-recipient": "rfc822;desk@aldermoor.net",
      "final-recipient": "rfc822;ada@aldermoor.net",
      "original-message-id": "<asked-1@lattice.test>",
      disposition: "manual-action/MDN-sent-manually; displayed",
    },
    header: "Grüße & Figures",
  });
  const { receipt } = await parseMessage({ id: "1", source: Buffer.from(source) });
  expect(receipt).toEqual({
    ...{ messageId: "<asked-1@lattice.test>", disposition: "displayed", mode: "manual" },
    addresses: ["desk@aldermoor.net", "ada@aldermoor.net"],
  });
  await until(async () => (await flagsOf("Figures")).includes("$MDNSent"));
  expect((await open(id)).receiptRequest).toMatchObject({ answer: "sent" });
  await expect(person.invoke(emails.cancel, { id: await idOf("Read: Grüße & Figures") })).rejects.toThrow();
});

test("declining sends nothing, and other programs do not ask again", async () => {
  await saveMail(aMessage("Declined", [REQUEST]));
  await connect();
  await ready();
  const id = await idOf("Declined");
  await until(async () => (await open(id)).receiptRequest !== null);
  expect(await answer(id, "declined")).toMatchObject({ receiptRequest: { answer: "declined" } });
  await until(async () => (await flagsOf("Declined")).includes("$MDNSent"));
  expect(await list({ status: "sent" })).toEqual([]);
  await expect(answer(id, "sent")).rejects.toMatchObject({ code: "conflict" });
});

test("no question for a message that another program answered, that is automatic, from a list, a report or junk", async () => {
  const report = [REQUEST, "MIME-Version: 1.0"];
  await saveMail(aMessage("Answered", [REQUEST]));
  await server.doveadm("flags", "add", "-u", user, "$MDNSent", "mailbox", "INBOX", "all");
  await saveMail(aMessage("Automatic", [REQUEST, "Auto-Submitted: auto-generated"]));
  await saveMail(aMessage("List", [REQUEST, "List-Id: <news.lattice.test>"]));
  const options = "Disposition-Notification-Options: signed-receipt-protocol=required,pkcs7-signature";
  await saveMail(aMessage("Signed", [REQUEST, options]));
  await saveMail(aMessage("Nobody", ["Disposition-Notification-To: nobody"]));
  await server.doveadm("mailbox", "create", "-u", user, "Junk");
  await saveMail(aMessage("Junk", [REQUEST]), "Junk");
  await saveMail(
    aMessage(
      "Report",
      [...report, 'Content-Type: multipart/report; report-type=disposition-notification; boundary="r"'],
      [
        ...["--r", "Content-Type: text/plain", "", "Displayed.", "--r"],
        ...[
          "Content-Type: message/disposition-notification",
          "",
          "Final-Recipient: rfc822;bea@aldermoor.net",
        ],
        ...[
          "Original-Message-ID: <x@y.z>",
          "Disposition: manual-action/MDN-sent-manually; displayed",
          "--r--",
        ],
      ].join("\n"),
    ),
  );
  await saveMail(aMessage("Asking", [REQUEST]));
  await connect();
  await ready();
  await until(async () => Boolean(await requestIn("Asking")));
  for (const subject of ["Answered", "Automatic", "List", "Signed", "Nobody", "Report", "Junk"]) {
    const id = await idOf(subject);
    expect([subject, (await open(id)).bodyState, await requestIn(subject)]).toEqual([subject, "full", null]);
    await expect(answer(id, "sent")).rejects.toMatchObject({ code: "conflict" });
  }
  await person.invoke(mailPreferences.update, { receiptRequests: "never" });
  expect(await requestIn("Asking")).toBeNull();
  await person.invoke(mailPreferences.update, { receiptRequests: "ask" });
  // Another program answers it now.
  await server.doveadm("flags", "add", "-u", user, "$MDNSent", "mailbox", "INBOX", "subject", "Asking");
  await until(async () => (await requestIn("Asking")) === null);
});
