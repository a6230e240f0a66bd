import { expect, test } from "vitest";
import { contacts } from "#features/contacts/contacts.ts";
import { emails } from "#features/email/emails.ts";
import { aTemplate } from "#features/email/factory.ts";
import { mailPreferences } from "#features/email/mail-preferences.ts";
import { emailTemplates } from "#features/email/settings-tables.ts";
import { emailAttachments } from "#features/email/tables.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { actAs } from "../turn.factory.ts";
import { aMailbox } from "./mailbox.factory.ts";

const { ada } = await aMailbox(await testDatabase());
await ada.invoke(mailPreferences.update, { signature: "Ada Lovelace" });
for (const [contactName, contactEmail] of [
  ["Emma Lind", "emma@lind.test"],
  ["Clara Novak", "clara@novak.test"],
])
  await ada.invoke(contacts.create, { contactName, contactEmail });

async function proposed(frame: string, roles: Record<string, string>, sentence: string) {
  const { calls } = await actAs(ada, frame, roles, { sentence });
  return calls[0];
}

test.each([
  [
    "an email to Emma, Clara in copy: the offsite starts at nine",
    { person: "Emma, Clara", text: "the offsite starts at nine" },
  ],
  [
    "email Emma with Clara in cc that the offsite starts at nine",
    { person: "Emma", text: "the offsite starts at nine" },
  ],
])("'%s'", async (sentence, roles) => {
  expect(await proposed("emails.send", roles, sentence)).toMatchObject([
    "emails.send",
    {
      ...{ recipients: ["emma@lind.test"], cc: ["clara@novak.test"], subject: "The offsite starts at nine" },
      body: "The offsite starts at nine.\n\n-- \nAda Lovelace",
    },
  ]);
});

test("a subject and a text are told apart", async () => {
  const roles = { person: "Emma", subject: "Offsite", text: "we start at nine" };
  const sentence = "email Emma, subject Offsite: we start at nine";
  expect(await proposed("emails.send", roles, sentence)).toMatchObject([
    "emails.send",
    { subject: "Offsite", body: expect.stringMatching(/^We start at nine\./) },
  ]);
});

test("what is forwarded has the files and the text of the mail below one's own words", async () => {
  const { items } = (await ada.invoke(emails.list, { text: "invoice" })) as { items: { id: string }[] };
  const [file] = await ada.run(({ db }) =>
    db
      .insert(emailAttachments)
      .values({
        userId: ada.userId,
        emailId: items[0]?.id ?? "",
        filename: "invoice.pdf",
        contentType: "application/pdf",
        size: 9,
      })
      .returning({ id: emailAttachments.id }),
  );
  const roles = { item: "Tom's invoice", person: "Clara", text: "please pay it" };
  const call = await proposed("emails.forward", roles, "forward Tom's invoice to Clara, please pay it");
  expect(call).toMatchObject([
    "emails.send",
    {
      ...{ recipients: ["clara@novak.test"], subject: "Fwd: Invoice 118", attachmentIds: [file?.id] },
      body: expect.stringMatching(
        /^Please pay it\.\n\n-- \nAda Lovelace\n\n-+ Forwarded message -+\n[\s\S]*About Invoice 118\.$/,
      ),
    },
  ]);
});

test("a draft is sent with all that it has, and a scheduled mail at another time", async () => {
  expect(
    await proposed("emails.sendDraft", { item: "the draft to Ann" }, "send the draft to Ann"),
  ).toMatchObject([
    "emails.send",
    {
      ...{ draftId: expect.any(String), subject: "Re: Board report", recipients: ["ann@orbital.test"] },
      cc: ["bob@aldermoor.test"],
    },
  ]);
  const [, later] =
    (await proposed(
      "emails.reschedule",
      { item: "the team update", when: "tomorrow at 7 am" },
      "the team update goes tomorrow at 7 am",
    )) ?? [];
  expect(later).toMatchObject({ subject: "Team update", scheduledSend: expect.stringMatching(/T07:00/) });
});

test("of several mails of a person the one that the answer is about is answered, else the newest", async () => {
  const about = await proposed(
    "emails.reply",
    { person: "Marcus", text: "the power of attorney is signed" },
    "reply to Marcus that the power of attorney is signed",
  );
  expect(about).toMatchObject([
    "emails.send",
    { subject: "Re: Power of attorney", inReplyTo: expect.any(String) },
  ]);
  const newest = await proposed(
    "emails.reply",
    { person: "Marcus", text: "thank you" },
    "reply to Marcus thank you",
  );
  expect(newest).toMatchObject(["emails.send", { subject: "Re: Lease comments" }]);
  const unsent = await proposed(
    "emails.reply",
    { person: "Marcus", text: "thank you" },
    "draft an answer to Marcus, thank you, do not send it",
  );
  expect(unsent?.[0]).toBe("emails.create");
});

test("a template becomes a draft for the person who is named", async () => {
  await ada.run(({ db }) =>
    db.insert(emailTemplates).values(aTemplate({ userId: ada.userId, name: "Meeting follow-up" })),
  );
  const roles = { item: "the follow up template", person: "Emma" };
  expect(await proposed("templates.use", roles, "use the follow up template for Emma")).toMatchObject([
    "emails.create",
    { subject: "Thank you for today", recipients: ["emma@lind.test"] },
  ]);
  const unnamed = await actAs(
    ada,
    "templates.use",
    { person: "Emma" },
    { sentence: "use a template for Emma" },
  );
  expect(unnamed).toMatchObject({ isQuestion: true, calls: [] });
});
