import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:https";
import { text } from "node:stream/consumers";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { beforeEach, expect, test } from "vitest";
import type { Person } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import { mailAccounts } from "../mail-accounts.ts";
import { mailSubscriptions } from "../mail-subscriptions.ts";
import type { EmailOnWire } from "../model.ts";
import { mailSyncInstance, makeDeliveriesDue, syncingPeople, until } from "../sync/mail-sync.factory.ts";
import { deliverDueMail } from "./deliver-due-mail.ts";

const users = ["kim", "lea", "mia"];
const instance = await mailSyncInstance();
const { server, app } = instance;
const { owner, services } = app;
const { nextPerson, aMessage, saveMail, connect, textsOf, flagsOf, list, accountOf, ready, send, open } =
  syncingPeople(instance, users);
let person: Person;
let user: string;
beforeEach(async () => {
  ({ person, user } = await nextPerson());
});

/** A letter of a mailing list, from an address named as the list; `way` is its List-Unsubscribe. */
const aListMessage = (name: string, way: string, { hasClick = true, signature = "pass" } = {}) =>
  aMessage(name, [
    `Authentication-Results: mx.aldermoor.net; spf=none; dkim=${signature} (2048 bit) header.d=lists.org`,
    "Authentication-Results: forged.example; dkim=pass header.d=lists.org",
    `List-Unsubscribe: ${way}`,
    ...(hasClick ? ["List-Unsubscribe-Post: List-Unsubscribe=One-Click"] : []),
  ]).replace("clara@lattice.test", `${name.toLowerCase()}@lists.org`);

/**
 * A web server of mailing lists that this process trusts; `asked` collects what it is asked. It refuses whatever is not
 * exactly the request of RFC 8058 §3.1, knows nothing of `/gone`, and sends `/moved` elsewhere.
 */
async function listServer() {
  const asked: string[] = [];
  setDefaultCACertificates([...getCACertificates("default"), server.certificate]);
  const webServer = createServer(
    { key: server.privateKey, cert: server.certificate },
    async (request, answer) => {
      const body = await text(request);
      asked.push(`${request.method} ${request.url} ${body}`);
      const status = request.url === "/gone" ? 410 : request.url === "/moved" ? 302 : 200;
      answer.writeHead(isOneClickRequest(request, body) ? status : 400, { location: "/elsewhere" }).end();
    },
  ).listen(0, "localhost");
  await once(webServer, "listening");
  app.atEnd(async () => void webServer.close());
  return { asked, port: (webServer.address() as { port: number }).port };
}

/** One POST with this body and type; nothing that says who asks (RFC 8058 §3.1 and §6). */
const isOneClickRequest = ({ method, headers }: IncomingMessage, body: string) =>
  method === "POST" &&
  body === "List-Unsubscribe=One-Click" &&
  headers["content-type"] === "application/x-www-form-urlencoded" &&
  headers["content-length"] === String(body.length) &&
  headers.host?.startsWith("localhost:") === true &&
  ["cookie", "authorization", "referer", "origin"].every((name) => headers[name] === undefined);

test("mail is sent by the account's own server, stored once in Sent, and its bounce is processed", async () => {
  await connect();
  await ready();
  const sent = await send({
    recipients: ["bea@aldermoor.net", "gone@aldermoor.net"],
    bcc: ["cleo@aldermoor.net"],
  });
  expect(sent.sender).toBe(`${user}@aldermoor.net`);
  await makeDeliveriesDue(instance);
  await deliverDueMail(services);
  const delivered = await open(sent.id);
  expect(delivered.deliveredTo.map(({ state }) => state)).toEqual(["sent", "failed", "sent"]);
  const other = await send({ subject: "Agenda", recipients: ["cleo@aldermoor.net"] });
  await makeDeliveriesDue(instance);
  await deliverDueMail(services);
  await until(async () => (await flagsOf("Figures", "Sent")) !== "");
  const copy = await textsOf("Sent");
  expect(copy).toMatch(/^Bcc: cleo@aldermoor.net/m);
  expect(copy).toContain(`From: ${user} <${user}@aldermoor.net>`);
  await until(async () => (await accountOf())?.syncedCount === 2);
  expect(await list()).toHaveLength(2);
  const { rows } = await owner.query("select message_id from emails where id = $1", [sent.id]);
  await saveMail(
    aMessage(
      "Undelivered Mail Returned to Sender",
      ['Content-Type: multipart/report; report-type=delivery-status; boundary="r"'],
      [
        ...[
          "--r",
          "Content-Type: text/plain",
          "",
          "It came back.",
          "--r",
          "Content-Type: message/delivery-status",
          "",
        ],
        ...["Reporting-MTA: dns; mail.aldermoor.net", ""],
        ...["Final-Recipient: rfc822; bea@aldermoor.net", "Action: failed", "Status: 4.2.0"],
        ...["Diagnostic-Code: smtp; 552 Mailbox full", "", "--r", "Content-Type: text/rfc822-headers", ""],
        ...[`Message-ID: ${rows[0].message_id}`, "Subject: Figures", "", "--r--"],
      ].join("\n"),
    ),
  );
  await until(async () => (await open(sent.id)).status === "failed");
  expect((await open(sent.id)).deliveredTo[0]).toMatchObject({
    state: "failed",
    reason: "Returned: 552 Mailbox full",
  });
  const { status, delivery } = await open(other.id);
  expect([status, delivery?.state, delivery?.reason]).toEqual(["sent", "sent", null]);
});

test("unsubscribing works by one click or by mail, with a result each; nothing happens without a request", async () => {
  const { asked, port } = await listServer();
  await saveMail(
    aListMessage("Click", `<https://localhost:${port}/leave?u=1>, <mailto:leave@aldermoor.net>`),
  );
  await saveMail(aListMessage("Gone", `<https://localhost:${port}/gone>`));
  await saveMail(aListMessage("Moved", `<https://localhost:${port}/moved>`));
  await saveMail(aListMessage("Inward", "<https://169.254.169.254/latest>"));
  await saveMail(aListMessage("Mail", "<mailto:bea@aldermoor.net?subject=leave%20me>", { hasClick: false }));
  await saveMail(aListMessage("Page", "<https://lists.org/page>", { hasClick: false }));
  await saveMail(aListMessage("Unsigned", `<https://localhost:${port}/leave?u=2>`, { signature: "fail" }));
  await connect();
  await ready();
  const subscriptions = async () =>
    (await person.invoke(mailSubscriptions.list)) as {
      items: { sender: string; method: string; outcome: string }[];
    };
  // The result of the signature check is trusted once it is known which server makes it.
  const clicks = async () => (await subscriptions()).items.filter(({ method }) => method === "click").length;
  expect(await clicks()).toBe(0);
  const { id, version } = (await accountOf()) ?? {};
  await person.invoke(mailAccounts.update, { id, version, authServer: "mx.aldermoor.net" });
  const methods = (await subscriptions()).items.map(
    ({ sender, method }) => `${sender.split("@")[0]} ${method}`,
  );
  expect(methods).toEqual([
    "click click",
    "gone click",
    "inward click",
    "mail mail",
    "moved click",
    "page link",
    "unsigned link",
  ]);
  const senders = ["Click", "gone", "moved", "inward", "mail", "page", "nobody"].map(
    (name) => `${name}@lists.org`,
  );
  const { items } = (await person.invoke(mailSubscriptions.unsubscribe, { senders })) as {
    items: { outcome: string; reason: string | null; url: string | null }[];
  };
  expect(items).toMatchObject([
    { outcome: "done", reason: null },
    { outcome: "failed", reason: "The list's server answered 410" },
    { outcome: "failed", reason: "The list's server answered 302" },
    { outcome: "failed", reason: expect.stringContaining("169.254.169.254") },
    { outcome: "mailed" },
    { outcome: "link", url: "https://lists.org/page" },
    { outcome: "failed", reason: "Its mail names no way to unsubscribe" },
  ]);
  expect(asked.toSorted()).toEqual([
    "POST /gone List-Unsubscribe=One-Click",
    "POST /leave?u=1 List-Unsubscribe=One-Click",
    "POST /moved List-Unsubscribe=One-Click",
  ]);
  await makeDeliveriesDue(instance);
  await deliverDueMail(services);
  const [sent] = ((await person.invoke(emails.list, { status: "sent" })) as { items: EmailOnWire[] }).items;
  expect(sent).toMatchObject({ subject: "leave me", delivery: { state: "sent" } });
  expect((await subscriptions()).items[0]).toMatchObject({ outcome: "done" });
});

/** The state left by a delivery worker that died while sending. */
const interruptSending = async (id: string) => {
  await owner.query(
    `update mail_deliveries set state = 'sending', data_started_at = now(), lease_until = now() - interval '1 second'
     where email_id = $1`,
    [id],
  );
  await deliverDueMail(services);
};

const stateOf = async (id: string) => (await open(id)).delivery;

test("security.md §4: an uncertain message is searched in Sent before it can be sent again", async () => {
  await connect();
  await ready();
  const [found, lost, resent] = [
    await send({ subject: "Found", recipients: ["bea@aldermoor.net"] }),
    await send({ subject: "Lost", recipients: ["bea@aldermoor.net"] }),
    await send({ subject: "Resent", recipients: ["cleo@aldermoor.net"] }),
  ];
  const { rows } = await owner.query("select subject, message_id from emails where user_id = $1", [
    person.userId,
  ]);
  const fileAsSent = (subject: string) =>
    saveMail(
      aMessage(subject).replace(
        /^Message-ID:.*$/m,
        `Message-ID: ${rows.find((row) => row.subject === subject).message_id}`,
      ),
      "Sent",
    );
  await fileAsSent("Found");
  for (const { id } of [found, lost, resent]) await interruptSending(id);
  await until(async () => (await stateOf(found.id))?.state === "sent");
  expect((await stateOf(lost.id))?.state).toBe("uncertain");
  await owner.query(
    "update mail_deliveries set uncertain_at = now() - interval '11 minutes' where email_id = $1",
    [lost.id],
  );
  await owner.query("update mail_pending_operations set due_at = now() - interval '1 second'");
  await until(async () => ((await stateOf(lost.id))?.reason ?? "").includes("not among the sent mail"));
  // The server files it late: pressing Send again then sends nothing twice.
  await fileAsSent("Resent");
  await owner.query("delete from mail_pending_operations where kind = 'find'");
  await person.invoke(emails.retry, { id: resent.id });
  await makeDeliveriesDue(instance);
  await deliverDueMail(services);
  expect((await stateOf(resent.id))?.state).toBe("sent");
  expect((await server.messagesOf("cleo")).filter((text) => text.includes("Subject: Resent"))).toEqual([]);
  await person.invoke(emails.retry, { id: lost.id });
  await makeDeliveriesDue(instance);
  await deliverDueMail(services);
  expect((await stateOf(lost.id))?.state).toBe("sent");
  await until(async () => (await server.messagesOf("bea")).some((text) => text.includes("Subject: Lost")));
});
