import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Person } from "#platform/testing/test-database.ts";
import { mailboxes } from "../account-tables.ts";
import { type BodyFetch, fetchBodies } from "./fetch-bodies.ts";
import { mailSyncInstance, syncingPeople, until } from "./mail-sync.factory.ts";

const instance = await mailSyncInstance();
const { server, app } = instance;
const { owner, services } = app;
/** Nobody else syncs this person's account. */
const holdAccount = (userId: string) =>
  owner.query(
    "update mail_accounts set lease_by = gen_random_uuid(), lease_until = now() + interval '1 hour' where user_id = $1",
    [userId],
  );
const freeAccount = (userId: string) =>
  owner.query("update mail_accounts set lease_until = null where user_id = $1", [userId]);

/** With a connection of its own. */
async function aFetch(person: Person, user: string, accountId: string): Promise<BodyFetch> {
  const { userId } = person;
  const client = await services.mail.openImap({
    ...{ host: "localhost", port: server.imapPort, security: "tls" },
    ...{ username: user, password: "correct horse" },
  });
  app.atEnd(async () => client.close());
  const ofAccount = and(eq(mailboxes.userId, userId), eq(mailboxes.accountId, accountId));
  return {
    ...{ client, accountId, userId, workers: services.workers, isOver: () => false },
    boxes: await person.run(({ db }) => db.select().from(mailboxes).where(ofAccount)),
    read: (work) => person.run(({ db }) => work(db)),
    write: (work) => person.run(async ({ db }) => void (await work(db))),
    onRead: async () => undefined,
    onStale: () => undefined,
  };
}

const { nextPerson, aMessage, saveMail, connect, list, ready } = syncingPeople(instance, [
  "ada",
  "bea",
  "cleo",
  "dora",
]);

test("a message that another client moves while its text is fetched gets its text from its new folder", async () => {
  const { person, user } = await nextPerson();
  await server.doveadm("mailbox", "create", "-u", user, "Board");
  await saveMail(aMessage("Papers", [], "For the board."));
  const accountId = await connect();
  await ready();
  const stateOf = async () =>
    (await owner.query("select body, body_state, body_error from emails where user_id = $1", [person.userId]))
      .rows;
  await until(async () => (await stateOf())[0]?.body_state === "full");
  await holdAccount(person.userId);
  server.cutImap();
  await owner.query("update emails set body = '', body_state = 'none' where user_id = $1", [person.userId]);

  // Here it is in the inbox, there it is not any more.
  await server.doveadm("move", "-u", user, "Board", "mailbox", "INBOX", "all");
  const stale: string[] = [];
  const fetch = await aFetch(person, user, accountId);
  const hadTexts = await fetchBodies({ ...fetch, onStale: (mailboxId) => void stale.push(mailboxId) });
  expect(hadTexts).toBe(false);
  const { rows } = await owner.query("select id from mailboxes where user_id = $1 and path = 'INBOX'", [
    person.userId,
  ]);
  expect(stale).toEqual([rows[0]?.id]);
  expect(await stateOf()).toEqual([{ body: "", body_state: "none", body_error: null }]);

  await freeAccount(person.userId);
  await until(async () => (await stateOf())[0]?.body_state === "full");
  expect(await stateOf()).toEqual([{ body: "For the board.", body_state: "full", body_error: null }]);
  expect(await list()).toMatchObject([{ subject: "Papers" }]);
});

// Each version of a long text costs its trigrams again, which is most of what a first sync costs the database.
test("a text is written once, together with the verdict about its sender", async () => {
  const { person } = await nextPerson();
  await connect();
  await ready();
  await owner.query(
    "update mail_accounts set auth_server = 'mx.own.example', auth_depth = 1, is_auth_server_chosen = true where user_id = $1",
    [person.userId],
  );
  await owner.query(`
    create table text_writes (email_id uuid, in_transaction xid8, state_before text);
    create function note_text_write() returns trigger language plpgsql security definer as $$ begin
      insert into public.text_writes values (new.id, pg_current_xact_id(), old.body_state); return null; end $$;
    create trigger note_text_write after update on emails for each row execute function note_text_write()`);
  const vouched = (server: string) => [
    `Authentication-Results: ${server}; dkim=pass header.d=lattice.test; dmarc=pass header.from=lattice.test`,
  ];
  await saveMail(aMessage("Own", vouched("mx.own.example"), "Of the own server."));
  await saveMail(aMessage("Other", vouched("mx.other.example"), "Of another one."));
  const stored = async () =>
    (
      await owner.query(
        `select e.subject, e.body, e.sender_check, e.auth_check,
           (select count(*)::int from text_writes w where w.email_id = e.id and w.in_transaction =
             (select first.in_transaction from text_writes first where first.email_id = e.id and first.state_before = 'none')
           ) as writes
         from emails e where e.user_id = $1 and e.body_state = 'full' and not e.is_system order by e.subject desc`,
        [person.userId],
      )
    ).rows;
  await until(async () => (await stored()).length === 2);
  const once = { auth_check: "passed", writes: 1 };
  expect(await stored()).toEqual([
    { ...once, subject: "Own", body: "Of the own server.", sender_check: "passed" },
    { ...once, subject: "Other", body: "Of another one.", sender_check: null },
  ]);
  await owner.query("drop trigger note_text_write on emails; drop table text_writes");
});

test("a long text that is cut in the middle of a character is stored", async () => {
  const { person } = await nextPerson();
  await connect();
  const plain = [
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: 8bit",
  ];
  // The limit of 200,000 is between the two code units of the first face.
  await saveMail(aMessage("Long", plain, `${"a".repeat(199_999)}${"\u{1f600}".repeat(9)}`));
  await ready();
  const stored = async () =>
    (
      await owner.query(
        "select right(body, 2) as tail, body_state, body_error from emails where user_id = $1 and subject = 'Long'",
        [person.userId],
      )
    ).rows;
  await until(async () => (await stored())[0]?.body_state === "full");
  expect(await stored()).toEqual([
    { tail: "aa", body_state: "full", body_error: "This message is long: only its beginning is shown" },
  ]);
});

test("two batches of texts are written at once and end in order; what follows from the texts is in their order", async () => {
  const { person, user } = await nextPerson();
  const count = 250;
  const letters = Array.from({ length: count }, (_, at) => aMessage(`Letter ${at}`, [], `Text ${at}.`));
  await server.fill(user, letters);
  const accountId = await connect();
  const stored = async () =>
    (
      await owner.query(
        `select count(*) filter (where body_state = 'full')::int as full, count(*)::int as all from emails
         where user_id = $1 and account_id is not null`,
        [person.userId],
      )
    ).rows[0];
  await until(async () => (await stored()).full === count);
  await holdAccount(person.userId);
  server.cutImap();
  await owner.query(
    "update emails set body = '', body_state = 'none' where user_id = $1 and account_id = $2",
    [person.userId, accountId],
  );
  const fetch = await aFetch(person, user, accountId);

  let begun = 0;
  let hasSecond = Promise.withResolvers<void>();
  const write: BodyFetch["write"] = (work) => {
    begun += 1;
    if (begun === 2) hasSecond.resolve();
    return fetch.write(work);
  };
  const fail = async () => {
    await hasSecond.promise;
    throw new Error("No space left");
  };
  await expect(fetchBodies({ ...fetch, write, onRead: fail })).rejects.toThrow("No space left");
  expect(await stored()).toEqual({ full: 0, all: count });

  [begun, hasSecond] = [0, Promise.withResolvers<void>()];
  const order: string[] = [];
  const had = await fetchBodies({
    ...{ ...fetch, write },
    onRead: async (_, mails) => {
      if (order.length === 0) await hasSecond.promise;
      order.push(...mails.map(({ text }) => text));
    },
  });
  expect([had, begun]).toEqual([true, 3]);
  expect(order).toEqual(letters.map((_, at) => `Text ${at}.`).toReversed());
  expect(await stored()).toEqual({ full: count, all: count });
});
