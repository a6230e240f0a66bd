import { createHash, randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { mailSyncInstance, syncingPeople } from "../sync/mail-sync.factory.ts";
import { fetchAttachment } from "./fetch-attachment.ts";
import { fetchSource } from "./fetch-source.ts";

const instance = await mailSyncInstance();
const { app } = instance;
const { nextPerson, aMessage, saveMail, connect, list, ready, open } = syncingPeople(instance, ["ada"]);

const digestOf = async (content: Readable) => {
  const bytes = await buffer(content);
  return { size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
};

test("a file of 30 MB, and the source of its message, arrive whole and with the right length", async () => {
  const { person } = await nextPerson();
  const bytes = randomBytes(30_000_000);
  const lines = bytes.toString("base64").replaceAll(/.{76}/g, "$&\n");
  const headers = ["MIME-Version: 1.0", "Content-Type: application/zip; name=large.zip"];
  const message = aMessage("Large", [...headers, "Content-Transfer-Encoding: base64"], lines);
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
