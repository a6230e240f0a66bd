import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { AppError } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { createLog } from "#platform/log/log.ts";
import { ImapFailure } from "#platform/mail/open-imap.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { WorkError } from "#platform/workers/work.ts";
import { mailAccounts } from "../account-tables.ts";
import type { AccountServers } from "../accounts/account-servers.ts";
import { anAccount } from "../factory.ts";
import {
  type AccountLease,
  recordSyncFailure,
  requireOwnerAction,
  setAccountState,
} from "./record-account-state.ts";

const { aUser, as } = await testDatabase();
const logged: string[] = [];
const log = createLog("info", { write: (line) => void logged.push(line) });
const server = (port: number) => ({ host: "mail.test", port, security: "tls" as const, username: "ada" });
const SERVERS: AccountServers = {
  ...{ address: "ada@mail.test", name: "Ada", imap: server(993), smtp: server(465) },
  ...{ imapCredential: { password: "x" }, smtpCredential: { password: "x" } },
};

let person: Person;
let held: AccountLease;
const read = <T>(work: (db: Transaction) => Promise<T>) => person.run(({ db }) => work(db));
beforeEach(async () => {
  logged.splice(0);
  person = as(await aUser({ fullName: "Ada" }));
  const holder = randomUUID();
  const row = anAccount({
    userId: person.userId,
    leaseBy: holder,
    leaseUntil: new Date(Date.now() + 60_000),
  });
  const [account] = await read((db) => db.insert(mailAccounts).values(row).returning());
  held = { accountId: account?.id ?? "", userId: person.userId, holder };
});

const set = (fields: Partial<typeof mailAccounts.$inferInsert>) =>
  read((db) => db.update(mailAccounts).set(fields).where(eq(mailAccounts.id, held.accountId)));
const account = async () => {
  const [row] = await read((db) => db.select().from(mailAccounts).where(eq(mailAccounts.id, held.accountId)));
  if (!row) throw new Error("The account is gone");
  return row;
};
const fail = (error: unknown, lines: AccountServers | null = SERVERS) =>
  recordSyncFailure({ log }, read, held, lines, error);
const BROKEN = Object.assign(new Error("gone"), { code: "ECONNRESET" });

test("a sync that begins clears the request, and a complete one the failures", async () => {
  await set({ state: "waiting", reason: "It broke", remedy: "Wait", failures: 3, retryAt: new Date() });
  await setAccountState(read, held, "syncing");
  const syncing = {
    state: "syncing",
    reason: null,
    remedy: null,
    retryAt: null,
    failures: 3,
    syncedAt: null,
  };
  expect(await account()).toMatchObject(syncing);
  await setAccountState(read, held, "ready");
  expect(await account()).toMatchObject({ state: "ready", failures: 0, syncedAt: expect.any(Date) });
});

test("who does not hold the lease any more changes nothing", async () => {
  const before = await account();
  held = { ...held, holder: randomUUID() };
  await setAccountState(read, held, "syncing");
  await requireOwnerAction(read, held, "It is refused", "Enter the password");
  await fail(BROKEN);
  expect(await account()).toEqual(before);
});

test("a connection that breaks is tried again and is reported the second time; the pauses grow", async () => {
  const next = async (leastSeconds: number) => {
    await set({ leaseBy: held.holder });
    const before = Date.now();
    await fail(BROKEN);
    const { retryAt, ...row } = await account();
    expect(retryAt?.getTime()).toBeGreaterThanOrEqual(before + leastSeconds * 1000);
    return row;
  };
  const released = { leaseBy: null, leaseUntil: null };
  expect(await next(1)).toMatchObject({ ...released, state: "ready", reason: null, failures: 1 });
  const reason = "The connection to the server broke.";
  expect(await next(5)).toMatchObject({ ...released, state: "waiting", reason, failures: 2 });
  await set({ failures: 20 });
  expect(await next(300)).toMatchObject({ state: "waiting", failures: 21 });
  expect(logged).toEqual([]);
});

test("what only the owner can mend needs them; a refusal that may pass waits with its words", async () => {
  await set({ failures: 1 });
  await fail(new ImapFailure("sign-in", "Too many connections", true));
  expect(await account()).toMatchObject({ state: "waiting", reason: "Too many connections" });
  await set({ leaseBy: held.holder });
  await fail(new ImapFailure("sign-in", "The password is wrong", false), null);
  expect(await account()).toMatchObject({ state: "waiting", reason: "The password is wrong" });
  await set({ leaseBy: held.holder });
  await fail(new ImapFailure("sign-in", "The password is wrong", false));
  const refused = {
    state: "needs_you",
    reason: "The password is wrong",
    remedy: expect.stringMatching(/\w/),
  };
  expect(await account()).toMatchObject({ ...refused, leaseBy: null, leaseUntil: null });
  await set({ leaseBy: held.holder });
  await fail(new AppError("conflict", "The password cannot be opened"));
  expect(await account()).toMatchObject({ state: "needs_you", remedy: "Enter the password again." });
  expect(logged).toEqual([]);
});

test("a provider's refusal has its words; what nobody expected is logged without them", async () => {
  const next = async (error: unknown) => {
    await set({ failures: 1, leaseBy: held.holder });
    await fail(error);
    return (await account()).reason;
  };
  const broke = "The connection to the server broke.";
  expect(await next(new AppError("upstream", "Google is busy"))).toBe("Google is busy");
  expect(await next(new WorkError("busy", "No process is free"))).toBe(broke);
  expect(logged).toEqual([]);
  expect(await next(new AppError("not_found", "Folder not found"))).toBe(broke);
  expect(await next(new TypeError("x is undefined"))).toBe(broke);
  expect(logged).toHaveLength(2);
});
