import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { anEmail } from "../factory.ts";
import { emails } from "../tables.ts";
import { buildMessage } from "./build-message.ts";

const { aUser, as, services } = await testDatabase();
const ada = as(await aUser({ fullName: "Ada" }));

const messageOf = (fields: Partial<typeof emails.$inferInsert>) =>
  ada.run(async ({ db }) => {
    const [email] = await db
      .insert(emails)
      .values(anEmail({ ...fields, userId: ada.userId }))
      .returning();
    return email && (await buildMessage({ db, files: services.files }, email));
  });

const threadOf = async (fields: { inReplyTo?: string; refs?: string[] }) => {
  const message = await messageOf(fields);
  return { inReplyTo: message?.inReplyTo, references: message?.references };
};

test("a reply names the messages before it, and where only one is known, that one (RFC 5322, 3.6.4)", async () => {
  const inReplyTo = "<two@far.org>";
  expect(await threadOf({ inReplyTo, refs: ["<one@far.org>", inReplyTo] })).toEqual({
    inReplyTo,
    references: ["<one@far.org>", inReplyTo],
  });
  expect(await threadOf({ inReplyTo, refs: [] })).toEqual({ inReplyTo, references: [inReplyTo] });
  expect(await threadOf({})).toEqual({ inReplyTo: undefined, references: undefined });
});

test("a part of type text/calendar needs both its method and its text", async () => {
  const [method, text] = ["REPLY", "BEGIN:VCALENDAR"];
  const calendarOf = async (fields: { calendarMethod?: string; calendarText?: string }) =>
    (await messageOf(fields))?.calendar;
  expect(await calendarOf({ calendarMethod: method, calendarText: text })).toEqual({ method, text });
  expect(await calendarOf({ calendarMethod: method })).toBeUndefined();
  expect(await calendarOf({ calendarText: text })).toBeUndefined();
});
