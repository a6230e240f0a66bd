import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailboxes } from "../account-tables.ts";
import { fetchBodies } from "./fetch-bodies.ts";
import { mailSyncInstance, syncingPeople, until } from "./mail-sync.factory.ts";

const instance = await mailSyncInstance();
const { server, app } = instance;
const { owner, services } = app;
const { nextPerson, aMessage, saveMail, connect, list, ready } = syncingPeople(instance, ["ada"]);

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
