import { beforeEach, expect, test } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { mailAccounts as accounts, mailboxes } from "../account-tables.ts";
import { anAccount } from "../factory.ts";
import { mailAccounts } from "../mail-accounts.ts";
import { emails, mailboxMessages } from "../tables.ts";

// Only the account's own server is trusted about a sender (RFC 8601 §5): learned from its mail, or chosen.

const testServer = await testDatabase();
const { aUser, as, owner } = testServer;
const OWN = "mx.bob.example";
let bob: Person;
let accountId: string;
let mailboxId: string;
let uid: number;

beforeEach(async () => {
  bob = as(await aUser({ fullName: "Bob" }));
  uid = 0;
  const { userId } = bob;
  [accountId, mailboxId] = await bob.run(async ({ db }) => {
    const account = anAccount({ userId, imapHost: "imap.bob.example" });
    const [made] = await db.insert(accounts).values(account).returning();
    if (!made) throw new Error("It was stored");
    const inbox = { userId, accountId: made.id, path: "INBOX", name: "INBOX", role: "inbox" as const };
    const [box] = await db.insert(mailboxes).values(inbox).returning();
    if (!box) throw new Error("It was stored");
    return [made.id, box.id];
  });
});

type Claim = { server?: string; depth?: number; check?: "passed" | "failed" | null; from?: string };

/** Inserts messages an hour apart, parsed as in fetch-bodies.ts. */
async function arrive(count: number, claim: Claim | ((n: number) => Claim) = {}): Promise<string[]> {
  const { userId } = bob;
  return bob.run(async ({ db }) => {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const resolvedClaim = typeof claim === "function" ? claim(n) : claim;
      const {
        server = OWN,
        depth = 1,
        check = "passed",
        from = `ann@domain${n % 9}.example`,
      } = resolvedClaim;
      uid += 1;
      const [made] = await db
        .insert(emails)
        .values({
          ...{
            userId,
            accountId,
            subject: `Mail ${uid}`,
            body: "",
            sender: from,
            status: "received" as const,
          },
          ...{ authServer: server, authDepth: depth, authCheck: check, bodyState: "full" as const },
          createdAt: new Date(Date.UTC(2026, 0, 1) + uid * 3_600_000),
        })
        .returning();
      if (!made) throw new Error("It was stored");
      ids.push(made.id);
      await db.insert(mailboxMessages).values({ mailboxId, uid, userId, emailId: made.id });
    }
    const param = `{${ids.join(",")}}`;
    await db.execute(`select trust_auth_servers('${param}'::uuid[])`);
    return ids;
  });
}
const checks = async (ids: string[]) =>
  (
    await owner.query<{ check: string | null }>(
      "select sender_check as check from emails where id = any($1) order by created_at",
      [ids],
    )
  ).rows.map(({ check }) => check);
const trusted = async () =>
  (await bob.invoke(mailAccounts.list)) as { items: { authServer: string | null; version: number }[] };
const choose = async (authServer: string | null) => {
  const version = (await trusted()).items[0]?.version;
  return bob.invoke(mailAccounts.update, { id: accountId, version, authServer });
};

test("no server is trusted before it is learned; then existing mail counts as well", async () => {
  const first = await arrive(10);
  expect(new Set(await checks(first))).toEqual(new Set([null]));
  expect(await trusted()).toMatchObject({ items: [{ authServer: null, isAuthServerChosen: false }] });
  await arrive(20);
  expect(await trusted()).toMatchObject({ items: [{ authServer: OWN, isAuthServerChosen: false }] });
  expect(new Set(await checks(first))).toEqual(new Set(["passed"]));
  expect(await checks(await arrive(1, { check: "failed" }))).toEqual(["failed"]);
});

test.for<[string, Claim]>([
  ["names another server", { server: "mx.evil.example" }],
  ["names the server below a line of Received of its own", { depth: 2 }],
  ["has no line", { server: "", depth: 0, check: null }],
  ["names what only looks like it", { server: "mx.bob.example.evil.example" }],
])("a forged message that %s is not checked", async ([, claim]) => {
  await arrive(30);
  expect(await checks(await arrive(1, claim))).toEqual([null]);
  expect(await trusted()).toMatchObject({ items: [{ authServer: OWN }] });
});

test.for<[string, number, (n: number) => Claim]>([
  ["too little of it", 19, () => ({})],
  ["mail without the line among it", 40, (n) => (n % 10 === 0 ? { server: "", check: null } : {})],
  ["mail of few domains", 40, () => ({ from: "eve@evil.example" })],
])("a server is not learned from %s", async ([, count, claim]) => {
  const ids = await arrive(count, claim);
  expect(await trusted()).toMatchObject({ items: [{ authServer: null }] });
  expect(new Set(await checks(ids))).toEqual(new Set([null]));
});

test("many messages of one day do not make a server trusted", async () => {
  const ids = await arrive(40);
  await owner.query("update emails set created_at = '2026-01-01' where id = any($1)", [ids]);
  await owner.query("update mail_accounts set auth_server = null, auth_depth = null where id = $1", [
    accountId,
  ]);
  await bob.run(({ db }) => db.execute(`select learn_auth_server('${accountId}')`));
  expect(await trusted()).toMatchObject({ items: [{ authServer: null }] });
});

test("a server chosen by the owner is used whatever the mail says; without it, it is learned again", async () => {
  const ids = await arrive(30);
  await choose("MX.Other.example");
  expect(await trusted()).toMatchObject({
    items: [{ authServer: "mx.other.example", isAuthServerChosen: true }],
  });
  expect(new Set(await checks(ids))).toEqual(new Set([null]));
  await arrive(30);
  expect(await checks(await arrive(1, { server: "mx.other.example" }))).toEqual(["passed"]);
  expect(await checks(await arrive(1, { server: "mx.other.example", depth: 3 }))).toEqual([null]);
  await choose(null);
  expect(await trusted()).toMatchObject({ items: [{ authServer: OWN, isAuthServerChosen: false }] });
  await expect(choose("not a name; at all")).rejects.toMatchObject({ code: "invalid" });
});
