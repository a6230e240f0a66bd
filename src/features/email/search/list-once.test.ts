import { expect, test } from "vitest";
import { disableRowLevelSecurity } from "#platform/testing/disable-row-level-security.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { mailAccounts, mailboxes } from "../account-tables.ts";
import { emails } from "../emails.ts";
import { anAccount, anEmail } from "../factory.ts";
import { EmailSort, EmailView } from "../list-model.ts";
import { EmailStatus } from "../model.ts";
import { emails as emailTable, mailboxMessages } from "../tables.ts";
import { ListEmails, selectEmails } from "./list-emails.ts";

// The statement of a list is built once for each shape of its input (decision 0131): asked with other values, and by other
// people, it returns what a statement built for them returns, by its own conditions alone.

const { aUser, as, owner } = await testDatabase();
const STATUSES = EmailStatus.options;

/** A person with an account, two conversations, a folder, and mail of every kind; with the ids of these. */
async function aMailbox() {
  const person = as(await aUser());
  const { userId } = person;
  return person.run(async ({ db }) => {
    const [account] = await db.insert(mailAccounts).values(anAccount({ userId })).returning();
    const accountId = account?.id ?? "";
    const [box] = await db
      .insert(mailboxes)
      .values({ userId, accountId, path: "INBOX", name: "Inbox", role: "inbox" })
      .returning();
    const rows = Array.from({ length: 12 }, (_, n) =>
      anEmail({
        ...{ userId, subject: `Mail ${n % 4}`, isRead: n % 3 === 0, isStarred: n % 4 === 0 },
        ...{ status: STATUSES[n % STATUSES.length] ?? "draft", accountId: n % 2 ? accountId : null },
        ...{ folder: n % 5 ? "inbox" : "junk", category: n % 6 ? null : "archived" },
        ...{ createdAt: new Date(Date.UTC(2026, 2, 1 + (n % 7))) },
      }),
    );
    const stored = await db.insert(emailTable).values(rows).returning();
    const mailboxId = box?.id ?? "";
    await db
      .insert(mailboxMessages)
      .values(
        stored.slice(0, 5).map(({ id }, index) => ({ mailboxId, userId, emailId: id, uid: index + 1 })),
      );
    return { person, accountId, mailboxId, threadIds: stored.slice(0, 2).map(({ threadId }) => threadId) };
  });
}
type Mailbox = Awaited<ReturnType<typeof aMailbox>>;

const inputsOf = ({ accountId, mailboxId, threadIds }: Mailbox) => [
  ...EmailSort.options.flatMap((sort) => [{ sort }, { sort, accountId }, { sort, threads: true }]),
  ...EmailView.options.flatMap((view) => [{ view }, { view, accountId }, { view, threads: true, mailboxId }]),
  ...STATUSES.map((status) => ({ status })),
  ...threadIds.flatMap((threadId) => [{ threadId }, { threadId, accountId: null }]),
  ...[{ accountId: null }, { mailboxId }, { mailboxId, accountId }],
];

const fresh = (person: Person, input: object) =>
  person.run(async (context) => (await selectEmails(context, ListEmails.parse(input))).map(({ id }) => id));

type Page = { items: { id: string }[]; nextCursor: string | null };

async function everyPage(person: Person, input: object): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = (await person.invoke(emails.list, {
      ...input,
      limit: 5,
      ...(cursor && { cursor }),
    })) as Page;
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

test("a list that was built for others returns what one built for its reader returns, on every page", async () => {
  const mailboxesOfTwo = [await aMailbox(), await aMailbox()];
  await disableRowLevelSecurity(owner);
  let found = 0;
  for (const mailbox of mailboxesOfTwo)
    for (const input of inputsOf(mailbox)) {
      const expected = await fresh(mailbox.person, input);
      expect(await everyPage(mailbox.person, input), JSON.stringify(input)).toEqual(expected);
      found += expected.length;
    }
  expect(found).toBeGreaterThan(200);
});
