import { text } from "node:stream/consumers";
import { beforeEach, expect, test, vi } from "vitest";
import type { Person } from "#platform/testing/test-database.ts";
import { deliverDueMail } from "../delivery/deliver-due-mail.ts";
import { emails } from "../emails.ts";
import { mailAccounts } from "../mail-accounts.ts";
import type { EmailOnWire } from "../model.ts";
import { fetchSource } from "../reading/fetch-source.ts";
import { saveUpload } from "../writing/attach-files.ts";
import {
  fileParts,
  mailSyncInstance,
  makeDeliveriesDue,
  syncingPeople,
  until,
  WAIT_OPTIONS,
} from "./mail-sync.factory.ts";

const users = ["hana", "ivo", "jan", "kim"];
const instance = await mailSyncInstance();
const { server, app } = instance;
const { owner, services } = app;
const { nextPerson, aMessage, saveMail, connect, textsOf, flagsOf, list, ready, subjects, send, open } =
  syncingPeople(instance, users);
let person: Person;
let user: string;
beforeEach(async () => {
  ({ person, user } = await nextPerson());
});

/** A message with one file. */
const withFile = (subject: string, name: string, content: string) =>
  aMessage(subject, ...fileParts(name, content));

test("mail is moved to a folder of its account, locally and on the server, and back; its source is the server's", async () => {
  await server.doveadm("mailbox", "create", "-u", user, "Board");
  await saveMail(aMessage("Papers"));
  await connect();
  await ready();
  const boxes = async () =>
    (
      (await person.invoke(mailAccounts.mailboxes)) as {
        items: { id: string; name: string; unread: number }[];
      }
    ).items;
  const board = (await boxes()).find(({ name }) => name === "Board");
  const [email] = await list();
  const inbox = (await boxes()).find(({ name }) => name === "INBOX");
  await saveMail(aMessage("Re: Papers", ["References: <Papers@lattice.test>"]));
  await until(async () => (await subjects()).length === 2);
  const moved = await person.invoke(emails.move, { ids: [email?.id], mailboxId: board?.id, threads: true });
  expect(moved).toMatchObject({ places: [{ mailboxId: inbox?.id }, { mailboxId: inbox?.id }] });
  expect(await subjects({ view: "inbox" })).toEqual([]);
  await until(async () => (await flagsOf("Papers", "Board")) !== "");
  await until(async () => (await subjects({ mailboxId: board?.id })).includes("Papers"));
  const { content, fileName } = await fetchSource(services, person.userId, email?.id ?? "");
  expect([fileName, await text(content)]).toEqual([
    "Papers.eml",
    expect.stringContaining("Message-ID: <Papers@"),
  ]);
  await until(async () => (await flagsOf("Re: Papers", "Board")) !== "");
  await person.invoke(emails.move, { ids: [email?.id], mailboxId: inbox?.id });
  await until(async () => (await flagsOf("Papers")) !== "");
  expect(await subjects({ view: "inbox" })).toEqual(["Papers"]);
});

test("drafts are synced in both directions: created, rewritten, sent, deleted and restored", async () => {
  const folder = () => textsOf("Drafts");
  const count = async () => (await folder()).split("Message-ID:").length - 1;
  const makeOperationsDue = () =>
    owner.query(
      "update mail_pending_operations set due_at = now() - interval '1 second' where user_id = $1",
      [person.userId],
    );
  await saveMail(aMessage("Note", [], "Begun on the telephone."), "Drafts");
  const accountId = await connect();
  await ready();
  const [there] = await list({ status: "draft" });
  expect(there).toMatchObject({ subject: "Note", preview: "Begun on the telephone.", folder: "drafts" });

  const content = {
    subject: "Here",
    body: "Begun at the desk.",
    recipients: ["bea@aldermoor.net"],
    accountId,
  };
  const draft = (await person.invoke(emails.saveDraft, content)) as EmailOnWire;
  await makeOperationsDue();
  await until(async () => (await folder()).includes("Begun at the desk."));
  await person.invoke(emails.saveDraft, {
    ...{ ...content, body: "Gone on with." },
    draft: { id: draft.id, version: draft.version },
  });
  await makeOperationsDue();
  await until(async () => (await folder()).includes("Gone on with."));
  await until(async () => !(await folder()).includes("Begun at the desk."));
  expect(await count()).toBe(2);

  // The phone keeps the Message-ID and writes another text.
  const { rows } = await owner.query("select message_id from emails where id = $1", [draft.id]);
  const id = `Message-ID: ${rows[0].message_id}`;
  await server.doveadm("expunge", "-u", user, "mailbox", "Drafts", "header", "subject", "Here");
  await saveMail(aMessage("Here", [], "Ended on the telephone.").replace(/Message-ID:.*/, id), "Drafts");
  await person.invoke(mailAccounts.sync, { id: accountId });
  await until(async () =>
    (await list({ status: "draft" })).some((each) => each.preview === "Ended on the telephone."),
  );
  // Only that draft is rewritten.
  const drafts = (await list({ status: "draft" })).map((each) => [each.subject, each.id]).toSorted();
  expect(drafts).toEqual([
    ["Here", draft.id],
    ["Note", there?.id],
  ]);

  await person.invoke(emails.delete, { id: there?.id });
  await until(async () => (await flagsOf("Note", "Trash")) !== "");
  await person.invoke(emails.restore, { id: there?.id });
  await until(async () => (await flagsOf("Note", "Drafts")) !== "");
  await send({ ...content, draftId: draft.id });
  await makeOperationsDue();
  await until(async () => (await count()) === 1);
});

test("files of drafts are synced in both directions, stored here and sent from here", async () => {
  // Makes operations that wait for their time, or for a retry after the server was busy, due each second.
  const makeOperationsDue = () =>
    owner.query(
      "update mail_pending_operations set due_at = now() - interval '1 second' where user_id = $1",
      [person.userId],
    );
  const untilDone = (condition: () => Promise<boolean>) =>
    vi.waitUntil(() => makeOperationsDue().then(condition), { ...WAIT_OPTIONS, interval: 1_000 });
  await saveMail(withFile("Offer", "offer.pdf", "%PDF the first offer"), "Drafts");
  const accountId = await connect();
  await ready();
  const [begun] = await list({ status: "draft" });
  const filesOf = async (id: string) => (await open(id)).attachments;
  const storedText = async (id: string) => {
    const [file] = await filesOf(id);
    const { rows } = await owner.query("select storage_key from email_attachments where id = $1", [file?.id]);
    const key: string | null = rows[0]?.storage_key ?? null;
    return key === null ? null : text(await services.files.get(key));
  };
  await until(async () => (await storedText(begun?.id ?? "")) === "%PDF the first offer");

  // The phone attaches another file.
  await server.doveadm("expunge", "-u", user, "mailbox", "Drafts", "all");
  await saveMail(withFile("Offer", "offer-2.pdf", "%PDF the second offer"), "Drafts");
  await person.invoke(mailAccounts.sync, { id: accountId });
  await until(async () => (await storedText(begun?.id ?? "")) === "%PDF the second offer");
  expect((await filesOf(begun?.id ?? "")).map(({ filename }) => filename)).toEqual(["offer-2.pdf"]);

  const stored = await services.files.put(Buffer.from("%PDF annex"));
  const annex = await person.run(({ db }) => saveUpload(db, person.userId, "annex.pdf", stored));
  const content = { subject: "Annex", body: "See the file.", recipients: ["bea@aldermoor.net"], accountId };
  const draft = (await person.invoke(emails.saveDraft, {
    ...{ ...content, attachmentIds: [annex.id] },
  })) as EmailOnWire;
  const inBase64 = Buffer.from("%PDF annex").toString("base64");
  await untilDone(async () => (await textsOf("Drafts")).includes(inBase64));

  // The phone's file is included when the message is forwarded.
  const [offer] = await filesOf(begun?.id ?? "");
  const sent = await send({ ...content, draftId: draft.id, attachmentIds: [annex.id, offer?.id] });
  await makeDeliveriesDue(instance);
  await deliverDueMail(services);
  await until(async () =>
    (await server.messagesOf("bea")).some(
      (message) =>
        message.includes(inBase64) &&
        message.includes(Buffer.from("%PDF the second offer").toString("base64")),
    ),
  );
  expect((await open(sent.id)).delivery?.state).toBe("sent");
  await untilDone(async () => !(await textsOf("Drafts")).includes(inBase64));
  expect(await storedText(begun?.id ?? "")).toBe("%PDF the second offer");
});

test("an uncertain message of the trash is restored to the Sent folder, here and on the server", async () => {
  await connect();
  await ready();
  const { id } = await send({ subject: "Uncertain", recipients: ["bea@aldermoor.net"] });
  await makeDeliveriesDue(instance);
  await deliverDueMail(services);
  await until(async () => (await flagsOf("Uncertain", "Sent")) !== "");
  await until(async () => (await open(id)).mailboxes.length === 1);
  // As if the connection had broken before the answer of the server.
  await owner.query("update mail_deliveries set state = 'uncertain' where email_id = $1", [id]);
  await owner.query(
    "update emails set status = 'uncertain', folder = 'outbox', sent_at = null where id = $1",
    [id],
  );
  await person.invoke(emails.delete, { id });
  await until(async () => (await flagsOf("Uncertain", "Trash")) !== "");
  expect(await flagsOf("Uncertain", "Sent")).toBe("");
  await person.invoke(emails.restore, { id });
  await until(async () => (await flagsOf("Uncertain", "Sent")) !== "");
  expect(await flagsOf("Uncertain", "INBOX")).toBe("");
  await until(async () => (await open(id)).mailboxes.some(({ role }) => role === "sent"));
  expect(await open(id)).toMatchObject({ status: "uncertain", deletedAt: null });
});
