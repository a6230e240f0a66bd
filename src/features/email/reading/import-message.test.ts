import { asc, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { emails as capabilities } from "../emails.ts";
import { anEmail } from "../factory.ts";
import type { EmailOnWire } from "../model.ts";
import { emailAttachments, emails } from "../tables.ts";
import { importMessage } from "./import-message.ts";

const { aUser, as, services } = await testDatabase();
afterAll(() => services.workers.close());

const SOURCE =
  "From: Clara <clara@far.org>\r\nSubject: Offer\r\nMessage-ID: <offer@far.org>\r\n\r\nSee below.\r\n";

/** The same message as it is stored here. */
const SAME = { messageId: "<offer@far.org>", subject: "Offer", sender: "Clara <clara@far.org>" };

test("a message that exists is not imported again: one outside the trash counts, and else one comes out of it", async () => {
  const ada = as(await aUser({ fullName: "Ada" }));
  const copies = [{ deletedAt: new Date() }, { deletedAt: null }];
  const [trashed, present] = await ada.run(({ db }) =>
    db
      .insert(emails)
      .values(copies.map((copy) => anEmail({ ...copy, ...SAME, userId: ada.userId })))
      .returning(),
  );
  const importing = async () => importMessage(services, ada, await services.files.put(Buffer.from(SOURCE)));
  const trash = async () =>
    ((await ada.invoke(capabilities.trash)) as { items: EmailOnWire[] }).items.map(({ id }) => id);
  expect(await importing()).toEqual({ id: present?.id, isKnown: true });
  expect(await trash()).toEqual([trashed?.id]);
  await ada.invoke(capabilities.delete, { id: present?.id });
  expect(await importing()).toMatchObject({ isKnown: true });
  expect(await trash()).toHaveLength(1);
});

test("two different messages with one Message-ID are imported as two, and each only once", async () => {
  const bea = as(await aUser({ fullName: "Bea" }));
  const importing = async (source: string) =>
    importMessage(services, bea, await services.files.put(Buffer.from(source)));
  const first = await importing(SOURCE);
  const second = await importing(SOURCE.replace("See below.", "See above."));
  expect([first.isKnown, second.isKnown]).toEqual([false, false]);
  expect(await importing(SOURCE)).toEqual({ id: first.id, isKnown: true });
  expect(await importing(SOURCE.replace("See below.", "See above."))).toEqual({
    id: second.id,
    isKnown: true,
  });
});

test("a message without Message-ID is imported once", async () => {
  const cleo = as(await aUser({ fullName: "Cleo" }));
  const source = SOURCE.replace("Message-ID: <offer@far.org>\r\n", "");
  const importing = async () => importMessage(services, cleo, await services.files.put(Buffer.from(source)));
  const { id, isKnown } = await importing();
  expect([isKnown, await importing()]).toEqual([false, { id, isKnown: true }]);
});

test("the files of a message are listed in its order", async () => {
  const dora = as(await aUser({ fullName: "Dora" }));
  const names = ["c.txt", "a.txt", "b.txt"];
  const parts = names.flatMap((name) => [
    ...["--m", "Content-Type: application/octet-stream", `Content-Disposition: attachment; filename=${name}`],
    ...["", name],
  ]);
  const head = SOURCE.replace("\r\n\r\nSee below.\r\n", "");
  const source = [
    ...[head, "MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=m", ""],
    ...[...parts, "--m--", ""],
  ].join("\r\n");
  const { id } = await importMessage(services, dora, await services.files.put(Buffer.from(source)));
  const files = await dora.run(({ db }) =>
    db
      .select({ filename: emailAttachments.filename })
      .from(emailAttachments)
      .where(eq(emailAttachments.emailId, id))
      .orderBy(asc(emailAttachments.position), asc(emailAttachments.filename)),
  );
  expect(files.map(({ filename }) => filename)).toEqual(names);
});
