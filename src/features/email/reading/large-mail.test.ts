import { createHash, randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { deliverDueMail } from "../delivery/deliver-due-mail.ts";
import { mailSyncInstance, makeDeliveriesDue, syncingPeople } from "../sync/mail-sync.factory.ts";
import { saveUpload } from "../writing/attach-files.ts";
import { fetchAttachment } from "./fetch-attachment.ts";
import { fetchSource } from "./fetch-source.ts";

const instance = await mailSyncInstance();
const { app } = instance;
const { nextPerson, aMessage, saveMail, connect, list, ready, accountOf, send, open } = syncingPeople(
  instance,
  ["ada", "bea", "cleo", "dora"],
);

const digestOf = async (content: Readable) => {
  const bytes = await buffer(content);
  return { size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
};

/** A message with one file in base64. */
function withFile(subject: string, bytes: Buffer, more: string[] = []): string {
  const lines = bytes.toString("base64").match(/.{1,76}/g) ?? [];
  const headers = ["MIME-Version: 1.0", "Content-Type: application/zip; name=large.zip", ...more];
  return aMessage(subject, [...headers, "Content-Transfer-Encoding: base64"], lines.join("\n"));
}

test("a file of 30 MB, and the source of its message, arrive whole and with the right length", async () => {
  const { person } = await nextPerson();
  const bytes = randomBytes(30_000_000);
  const message = withFile("Large", bytes);
  await saveMail(message);
  await connect();
  await ready();
  const [email] = await list();
  const [file] = (await open(email?.id ?? "")).attachments;
  const stored = await fetchAttachment(app.services, person.userId, file?.id ?? "");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  expect(stored.size).toBe(bytes.length);
  expect(await digestOf(await app.services.files.get(stored.storageKey ?? ""))).toEqual({
    size: bytes.length,
    sha256,
  });
  const source = await fetchSource(app.services, person.userId, email?.id ?? "");
  const { size } = await digestOf(source.content);
  expect(size).toBeGreaterThan(message.length);
  expect(source.size).toBe(size);
});

test("a source whose connection breaks halfway fails, and is not a shorter one", async () => {
  const { person } = await nextPerson();
  await saveMail(withFile("Broken off", randomBytes(12_000_000)));
  await connect();
  await ready();
  const [email] = await list();
  const { content } = await fetchSource(app.services, person.userId, email?.id ?? "");
  const reading = content[Symbol.asyncIterator]();
  await reading.next();
  instance.server.cutImap();
  const rest = async () => {
    while (!(await reading.next()).done);
  };
  await expect(rest()).rejects.toThrow();
});

test("a file of a draft that another program wrote is stored whole", async () => {
  const { person } = await nextPerson();
  const bytes = randomBytes(20_000_000);
  await saveMail(withFile("Draft", bytes), "Drafts");
  await connect();
  await ready();
  const stored = async () => {
    const { rows } = await app.owner.query(
      "select storage_key, size from email_attachments where user_id = $1 and storage_key is not null",
      [person.userId],
    );
    return rows[0] as { storage_key: string; size: string } | undefined;
  };
  await vi.waitUntil(stored, { timeout: 60_000 });
  const file = await stored();
  expect(Number(file?.size)).toBe(bytes.length);
  expect(await digestOf(await app.services.files.get(file?.storage_key ?? ""))).toMatchObject({
    size: bytes.length,
  });
});

test("files that the server of the account would not take are refused when the message is sent", async () => {
  const { person } = await nextPerson();
  await connect();
  await ready();
  // Postfix as it is installed: message_size_limit.
  expect((await accountOf())?.maxMessageBytes).toBe(10_240_000);
  const upload = async (bytes: number) =>
    person.run(async ({ db, files }) =>
      saveUpload(db, person.userId, "plan.zip", await files.put(Buffer.alloc(bytes))),
    );
  const [fits, exceeds] = [await upload(7_400_000), await upload(7_420_000)];
  await expect(send({ recipients: ["x@far.org"], attachmentIds: [exceeds.id] })).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringContaining("7.4 MB at most together, because of its mail server"),
  });
  const recipients = ["bea@aldermoor.net"];
  const { id } = await send({ recipients, attachmentIds: [fits.id] });
  await makeDeliveriesDue(instance);
  await deliverDueMail(app.services);
  await vi.waitUntil(async () => (await open(id)).deliveredTo[0]?.state === "sent", { timeout: 60_000 });
});
