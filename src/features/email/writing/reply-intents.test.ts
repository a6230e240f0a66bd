import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import { anEmail } from "../factory.ts";
import { emails as table } from "../tables.ts";

const { aUser, as } = await testDatabase();
const ada = as(await aUser({ fullName: "Ada Lovelace" }));
const bob = as(await aUser({ fullName: "Bob Noyce" }));

type Replies = {
  language: string | null;
  replies: { intent: string; body: string; gap: { start: number; end: number } | null }[];
  message: string | null;
};
async function stored(fields: Partial<Parameters<typeof anEmail>[0]>): Promise<string> {
  const email = anEmail({
    status: "received",
    sender: "Clara Voss <clara@voss.example>",
    ...fields,
    userId: fields.userId ?? ada.userId,
  });
  const [row] = await ada.run(({ db }) => db.insert(table).values(email).returning({ id: table.id }));
  if (!row) throw new Error("The inserted email did not come back");
  return row.id;
}
const repliesTo = async (id: string, input: object = {}) =>
  (await ada.invoke(emails.replyIntents, { id, ...input })) as Replies;

test("decision 0161: a mail has finished replies, with the given free times in its language", async () => {
  const id = await stored({ body: "Liebe Ada,\n\nwann passt es dir für ein Gespräch?\n\nLG Clara" });
  const times = [{ startTime: "2026-12-08T09:00:00Z", endTime: "2026-12-08T10:00:00Z" }];
  const { language, replies, message } = await repliesTo(id, { times });
  expect({ language, message }).toEqual({ language: "de", message: null });
  const propose = replies.find(({ intent }) => intent === "proposeTimes");
  expect(propose?.body).toMatch(/- Dienstag, 8\. Dezember, 09:00–10:00\n/);
  expect(propose?.body).toMatch(/^Hallo Clara,\n\ngerne! Bei mir/);
});

test("decision 0161: headers of a program leave no reply, also in `assist`; the reason is given", async () => {
  const body = "Could you confirm the order?";
  const id = await stored({ body, isAutomatic: true });
  const message = "A program sent this mail: nobody would read an answer, so there is no draft";
  expect(await repliesTo(id)).toEqual({ language: null, replies: [], message });
  expect(await ada.invoke(emails.assist, { action: "reply", context: { id, body } })).toMatchObject({
    result: null,
    error: message,
  });
  // Without the stored mail only its words are known.
  expect(await ada.invoke(emails.assist, { action: "reply", context: { body } })).toMatchObject({
    error: null,
  });
});

test("a personal question by way of a mailing list has replies, a letter to its readers has none", async () => {
  const listUnsubscribe = "<https://list.example/leave>";
  const personal = await stored({ body: "Hi Ada,\n\ncould you come on Friday?\n\nClara", listUnsubscribe });
  expect((await repliesTo(personal)).replies.length).toBeGreaterThan(1);
  const letter = await stored({ body: "Hello readers,\n\nready for summer?\n\nThe garden", listUnsubscribe });
  expect((await repliesTo(letter)).replies).toEqual([]);
});

test("ROLE-06: mail of others has no replies", async () => {
  const id = await stored({ body: "Could you come?" });
  await expect(bob.invoke(emails.replyIntents, { id })).rejects.toMatchObject({ code: "not_found" });
});

test("MAIL-79: a mail of one's own is followed up with whom it went to", async () => {
  const { email } = await ada.run(async ({ actor }) => ({ email: actor.email }));
  const id = await stored({
    ...{ status: "sent", sender: email, subject: "Lease", recipients: ["Clara Voss <clara@voss.example>"] },
    body: "Hi Clara,\n\ncould you send me the lease?\n\nAda",
  });
  const { replies } = await repliesTo(id);
  expect(replies).toHaveLength(1);
  expect(replies[0]?.body).toMatch(/^Hi Clara,\n\nI just wanted to follow up on my message about "Lease"\./);
});
