import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { actAs } from "../turn.factory.ts";
import { aMailbox } from "./mailbox.factory.ts";

const { ada, subjectOf } = await aMailbox(await testDatabase());
const BOTH_NEW = ["Lease comments", "Power of attorney"];

/** The subjects of the mails that the proposed call changes. */
async function changedBy(frame: string, item: string | undefined, sentence: string) {
  const { calls, text } = await actAs(ada, frame, { ...(item && { item }) }, { sentence });
  const [call] = calls;
  if (!call) return text;
  const { ids, changes, id } = call[1] as { ids?: string[]; changes?: { id: string }[]; id?: string };
  return (ids ?? changes?.map((each) => each.id) ?? [id ?? ""]).map(subjectOf).sort();
}

test.each([
  [
    "emails.archive",
    "all the newsletters",
    "archive all the newsletters",
    ["Growth Weekly", "The Morning Brief"],
  ],
  ["emails.archive", undefined, "newsletters: archive the lot", ["Growth Weekly", "The Morning Brief"]],
  [
    "emails.archive",
    "the newsletters the Morning Brief",
    "archive the newsletters but leave me the Morning Brief",
    ["Growth Weekly"],
  ],
  [
    "emails.archive",
    "Everything from Marcus the NDA",
    "Everything from Marcus off to the archive, except the NDA",
    BOTH_NEW,
  ],
  ["emails.read", "both new mails from Marcus", "mark both new mails from Marcus as read", BOTH_NEW],
  [
    "emails.read",
    "all notification mails",
    "mark all notification mails as read",
    ["You have 5 notifications"],
  ],
  [
    "emails.star",
    "the mail from Tom about the invoice",
    "star the mail from Tom about the invoice",
    ["Invoice 118"],
  ],
  ["emails.star", "Tom's bill", "star Tom's bill", ["Invoice 118"]],
  ["emails.archive", "mails older than two weeks", "archive all mails older than two weeks", ["Invoice 118"]],
  ["emails.delete", "Growth Weekly", "bin Growth Weekly", ["Growth Weekly"]],
  ["emails.delete", "the latest mail from Marcus", "delete the latest mail from Marcus", ["Lease comments"]],
  ["emails.unarchive", "Dan's mail", "Dan's mail back to the inbox", ["Rent for October"]],
  ["emails.cancelSend", undefined, "do not send the team update", ["Team update"]],
])("%s of '%s' in '%s'", async (frame, item, sentence, subjects) => {
  expect(await changedBy(frame, item, sentence)).toEqual(subjects);
});

test("of several mails that could be meant none is guessed", async () => {
  const sentence = "archive Marcus's mail";
  const answer = await actAs(ada, "emails.archive", { item: "Marcus's mail" }, { sentence });
  expect(answer).toMatchObject({ isQuestion: true, calls: [] });
  expect([...answer.cards].sort()).toEqual(["Lease comments", "NDA for Tanaka", "Power of attorney"]);
});

test("what nobody wrote is not found, and a mail that others have is not taken back", async () => {
  const missing = await actAs(
    ada,
    "emails.archive",
    { item: "the mail from Zoe" },
    { sentence: "archive the mail from Zoe" },
  );
  expect(missing).toMatchObject({ isQuestion: true, calls: [] });
  const recalled = await actAs(
    ada,
    "emails.sendDraft",
    { item: "the viewing mail" },
    { sentence: "unsend the viewing mail" },
  );
  expect(recalled.text).toMatch(/^I cannot take back/);
});

test("what is so already is not proposed again", async () => {
  const roles = { item: "the offer" };
  const { text, calls } = await actAs(ada, "emails.star", roles, { sentence: "star the offer" });
  expect([text, calls]).toEqual(["'Offer for phase two': this is so already.", []]);
});

test.each([
  [
    { status: "unread" },
    "show unread mail",
    ["Lease comments", "Power of attorney", "The Morning Brief", "You have 5 notifications"],
  ],
  [{}, "which newsletters have I not read", ["The Morning Brief"]],
  [{ person: "Marcus" }, "mails from Marcus except the lease", ["NDA for Tanaka", "Power of attorney"]],
  [{ status: "flagged" }, "what is flagged in my mail", ["Offer for phase two"]],
  [{ status: "archived", person: "Dan" }, "show archived emails from Dan", ["Rent for October"]],
  [{ person: "Dan" }, "what did I send Dan", ["Viewing on Monday"]],
  [{ topic: "the lease" }, "mails about the lease", ["Lease comments"]],
])("the mails of %o in '%s'", async (roles, sentence, subjects) => {
  const { cards } = await actAs(ada, "emails.list", roles, { sentence });
  expect([...cards].sort()).toEqual(subjects);
});

test("scheduled mail is answered with its time and its readers, an answer that is missing with 'no'", async () => {
  const scheduled = await actAs(ada, "emails.scheduled", {}, { sentence: "what goes out later" });
  expect(scheduled.text).toMatch(
    /^There is 1 scheduled email\. 'Team update' goes out .+ to bob@aldermoor\.test\.$/,
  );
  const roles = { person: "Dan", topic: "the viewing" };
  const answered = await actAs(ada, "emails.answered", roles, {
    sentence: "has Dan answered about the viewing?",
  });
  expect(answered.text).toMatch(/^No, Dan has not answered 'Viewing on Monday'/);
  const waiting = await actAs(ada, "emails.waiting", {}, { sentence: "who owes me a reply" });
  expect(waiting.cards).toEqual(["Viewing on Monday"]);
});
