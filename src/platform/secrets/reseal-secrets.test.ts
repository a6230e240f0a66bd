import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { withClient } from "#platform/database/connection.ts";
import { createLog } from "#platform/log/log.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { resealAtStart, resealSecrets } from "./reseal-secrets.ts";
import { createSecrets, keyId, type SecretPlace, type Secrets } from "./secrets.ts";

const server = await testDatabase();
const { owner } = server;
const ada = await server.aUser({ fullName: "Ada" });
const { userId } = ada;
const [old, newest] = [randomBytes(32), randomBytes(32)];
const before = createSecrets([old]);
const bothKeys = createSecrets([newest, old]);
const after = createSecrets([newest]);
const reseal = () => withClient(server.connection("owner"), (client) => resealSecrets(client, bothKeys));

/** A column that holds something sealed, with the statement that puts a row of Ada's or of the instance into it. */
type SealedRow = [place: SecretPlace, insert: string, values?: unknown[]];

const placeOf = (table: string, column: string, row: string = randomUUID()) => ({
  table,
  column,
  row,
  userId,
});

/** Every column that holds something sealed: what opens it, and the query that reads it. */
async function fillEveryPlace(secrets: Secrets): Promise<[SecretPlace, query: string][]> {
  const made: [SecretPlace, string][] = [];
  for (const [place, insert, values = []] of [...signInRows(), ...connectionRows(), ...accountRows()]) {
    await owner.query(insert, [secrets.seal(place, `secret of ${place.table}.${place.column}`), ...values]);
    const key = { system_secrets: "name", totp_secrets: "user_id", push_keys: "id" }[place.table] ?? "id";
    made.push([
      place,
      `select ${place.column} as sealed from ${place.table} where ${key}::text = '${place.row}'`,
    ]);
  }
  return made;
}

/** Of the instance, of signing in and of devices. */
function signInRows(): SealedRow[] {
  const device = placeOf("push_devices", "auth");
  return [
    [
      { ...placeOf("system_secrets", "sealed", "smtpPassword"), userId: null },
      "insert into system_secrets (name, sealed, last_four) values ('smtpPassword', $1, '')",
    ],
    [
      placeOf("totp_secrets", "sealed", userId),
      "insert into totp_secrets (user_id, sealed) values ($2, $1)",
      [userId],
    ],
    [
      { ...placeOf("push_keys", "private_key", "true"), userId: null },
      "insert into push_keys (public_key, private_key) values ('public', $1)",
    ],
    [
      device,
      "insert into push_devices (id, user_id, endpoint, p256dh, auth) values ($2, $3, 'https://push.example/1', 'key', $1)",
      [device.row, userId],
    ],
  ];
}

/** Of providers and webhooks. */
function connectionRows(): SealedRow[] {
  const connection = placeOf("integrations", "tokens");
  const hook = placeOf("webhooks", "secret");
  const incoming = placeOf("incoming_webhooks", "secret");
  const pendingRequest = placeOf("connection_requests", "verifier");
  return [
    [
      connection,
      "insert into integrations (id, user_id, provider, type, tokens) values ($2, $3, 'gmail', 'email', $1)",
      [connection.row, userId],
    ],
    [
      hook,
      "insert into webhooks (id, user_id, name, url, secret) values ($2, $3, 'Told', 'https://hook.example', $1)",
      [hook.row, userId],
    ],
    [
      incoming,
      "insert into incoming_webhooks (id, user_id, name, token_hash, creates, secret) values ($2, $3, 'Hears', 'hash', 'task', $1)",
      [incoming.row, userId],
    ],
    [
      pendingRequest,
      `insert into connection_requests (id, user_id, provider, flow, state_hash, expires_at, verifier)
       values ($2, $3, 'gmail', 'popup', 'hash', now() + interval '10 minutes', $1)`,
      [pendingRequest.row, userId],
    ],
  ];
}

/** Of mail and calendar servers. */
function accountRows(): SealedRow[] {
  const mailbox = placeOf("mail_accounts", "imap_password");
  const calendar = placeOf("calendar_accounts", "password");
  return [
    [
      mailbox,
      `insert into mail_accounts (id, user_id, address, imap_host, imap_port, imap_user, smtp_host, smtp_port, smtp_user, imap_password)
       values ($2, $3, 'ada@example.com', 'imap.example.com', 993, 'ada', 'smtp.example.com', 465, 'ada', $1)`,
      [mailbox.row, userId],
    ],
    [
      { ...mailbox, column: "smtp_password" },
      "update mail_accounts set smtp_password = $1 where id = $2",
      [mailbox.row],
    ],
    [
      calendar,
      "insert into calendar_accounts (id, user_id, name, server_url, username, password) values ($2, $3, 'CalDAV', 'https://dav.example', 'ada', $1)",
      [calendar.row, userId],
    ],
  ];
}

const places = await fillEveryPlace(before);

test("D36, G21: all secrets are resealed with the newest key, and the old key can be removed", async () => {
  expect(await reseal()).toEqual({ resealed: places.length, upToDate: 0, unreadable: 0, remaining: [] });
  for (const [place, query] of places) {
    const { rows } = await owner.query(query);
    expect(after.open(place, rows[0].sealed)).toBe(`secret of ${place.table}.${place.column}`);
  }
  expect(await reseal()).toEqual({ resealed: 0, upToDate: places.length, unreadable: 0, remaining: [] });
});

test("D36, G21: a start with a newer key reseals everything; one with the same key writes nothing", async () => {
  const newer = randomBytes(32);
  const log = createLog("silent");
  const sealed = async () =>
    Promise.all(places.map(async ([, query]) => (await owner.query(query)).rows[0].sealed as string));
  const held = await sealed();
  await resealAtStart(server.connection("owner"), [newest], log);
  expect(await sealed()).toEqual(held);
  await resealAtStart(server.connection("owner"), [newer, newest], log);
  for (const value of await sealed()) expect(value).toContain(keyId(newer));
  await withClient(server.connection("owner"), (client) =>
    resealSecrets(client, createSecrets([newest, newer])),
  );
});

test("D36: a value of a lost key is left and counted, the others are resealed", async () => {
  const lost = createSecrets([randomBytes(32)]).seal(
    { table: "system_secrets", row: "smtpPassword", column: "sealed", userId: null },
    "lost",
  );
  await owner.query("update system_secrets set sealed = $1", [lost]);
  expect(await reseal()).toMatchObject({ resealed: 0, unreadable: 1, remaining: ["system_secrets.sealed"] });
  expect((await owner.query("select sealed from system_secrets")).rows).toEqual([{ sealed: lost }]);
});

test("D36: an unknown column with sealed values is reported, and look-alikes are left unchanged", async () => {
  await owner.query("update profiles set full_name = $2 where user_id = $1", [
    userId,
    before.seal({ table: "profiles", row: userId, column: "full_name", userId }, "who would seal this"),
  ]);
  expect((await reseal()).remaining).toContain("profiles.full_name");
  await owner.query("update profiles set full_name = 'v1.00000000.Ada' where user_id = $1", [userId]);
  expect((await reseal()).remaining).not.toContain("profiles.full_name");
});
