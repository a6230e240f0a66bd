import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailboxes } from "../account-tables.ts";
import { fetchBodies } from "./fetch-bodies.ts";
import { mailSyncInstance, syncingPeople, until } from "./mail-sync.factory.ts";

const instance = await mailSyncInstance();
const { server, app } = instance;
const { owner, services } = app;
const { nextPerson, aMessage, saveMail, connect, list, ready } = syncingPeople(instance, [
  "ada",
  "bea",
  "cleo",
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
  await owner.query(
    "update mail_accounts set lease_by = gen_random_uuid(), lease_until = now() + interval '1 hour' where user_id = $1",
    [person.userId],
  );
  server.cutImap();
  await owner.query("update emails set body = '', body_state = 'none' where user_id = $1", [person.userId]);

  // Here it is in the inbox, there it is not any more.
  await server.doveadm("move", "-u", user, "Board", "mailbox", "INBOX", "all");
  const client = await services.mail.openImap({
    ...{ host: "localhost", port: server.imapPort, security: "tls" },
    ...{ username: user, password: "correct horse" },
  });
  const inTransaction = <T>(work: Parameters<typeof person.run<T>>[0]) => person.run(work);
  const stale: string[] = [];
  const hadTexts = await fetchBodies({
    ...{ client, accountId, userId: person.userId, workers: services.workers },
    boxes: await inTransaction(({ db }) =>
      db
        .select()
        .from(mailboxes)
        .where(and(eq(mailboxes.userId, person.userId), eq(mailboxes.accountId, accountId))),
    ),
    read: (work) => inTransaction(({ db }) => work(db)),
    write: (work) => inTransaction(async ({ db }) => void (await work(db))),
    onRead: async () => undefined,
    onStale: (mailboxId) => void stale.push(mailboxId),
  });
  client.close();
  expect(hadTexts).toBe(false);
  const { rows } = await owner.query("select id from mailboxes where user_id = $1 and path = 'INBOX'", [
    person.userId,
  ]);
  expect(stale).toEqual([rows[0]?.id]);
  expect(await stateOf()).toEqual([{ body: "", body_state: "none", body_error: null }]);

  await owner.query("update mail_accounts set lease_until = null where user_id = $1", [person.userId]);
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
