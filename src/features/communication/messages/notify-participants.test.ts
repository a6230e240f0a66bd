import { beforeEach, expect, test } from "vitest";
import { contacts } from "#features/contacts/contacts.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { conversations } from "../conversations.ts";
import { messages } from "../messages.ts";
import type { ConversationOnWire, MessageOnWire } from "../model.ts";
import { boardPeople } from "./board.factory.ts";

const server = await testDatabase();
const { owner } = server;
const refused = { code: "not_found" };
let ada: Person;
let bob: Person;
let carol: Person;
let board: ConversationOnWire;

beforeEach(async () => {
  ({ ada, bob, carol, board } = await boardPeople(server));
});

const send = async (person: Person, content: string, more: object = {}) =>
  (await person.invoke(messages.send, { conversationId: board.id, content, ...more })) as MessageOnWire;

test("a mentioned person is notified immediately, once, and only in conversations they take part in", async () => {
  const noticesOf = async ({ userId }: Person) =>
    (
      await owner.query(
        "select title from smart_notifications where user_id = $1 and type in ('mention', 'message') and is_sent",
        [userId],
      )
    ).rows;
  await bob.invoke(conversations.mute, { id: board.id, until: "2999-01-01T00:00:00Z" });
  const message = await send(ada, "@Bob Carter, please", {
    mentions: [bob.userId, carol.userId, ada.userId],
  });
  expect(message.mentions.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
    { userId: ada.userId, name: "Ada Lovelace" },
    { userId: bob.userId, name: "Bob Carter" },
  ]);
  expect(await noticesOf(bob)).toMatchObject([{ title: "Ada Lovelace mentioned you in 'Board'" }]);
  expect([...(await noticesOf(carol)), ...(await noticesOf(ada))]).toEqual([]);
  await ada.invoke(messages.update, {
    id: message.id,
    version: message.version,
    content: "@Bob Carter, thanks",
    mentions: [bob.userId],
  });
  expect(await noticesOf(bob)).toHaveLength(1);
});

test("M6: in quiet hours a mention by a favorite contact is delivered if Bob allows it; others are held back", async () => {
  const holdReason = async () =>
    (
      await owner.query(
        "select title, hold_reason from smart_notifications where user_id = $1 and type = 'mention' order by created_at",
        [bob.userId],
      )
    ).rows.map(({ hold_reason }) => hold_reason);
  const setQuietHours = (allowsFavorites: boolean) =>
    owner.query(
      `insert into notification_policies (user_id, quiet_enabled, quiet_from, quiet_to, allows_favorites)
       select $1, true, to_char(at - interval '1 hour', 'HH24:MI'), to_char(at + interval '1 hour', 'HH24:MI'), $2
         from (select now() at time zone 'UTC' as at) clock
       on conflict (user_id) do update set allows_favorites = excluded.allows_favorites`,
      [bob.userId, allowsFavorites],
    );
  const call = () => send(ada, "@Bob Carter, please", { mentions: [bob.userId] });
  await bob.invoke(contacts.create, {
    contactName: "Ada",
    contactEmail: ada.email.toUpperCase(),
    isFavorite: true,
  });
  await setQuietHours(false);
  await call();
  await setQuietHours(true);
  await call();
  await owner.query("update contacts set is_favorite = false where user_id = $1", [bob.userId]);
  await call();
  expect(await holdReason()).toEqual(["quiet", null, "quiet"]);
});

test("an unread message gives one notification; reading withdraws it, and muting prevents it", async () => {
  const waiting = async ({ userId }: Person) =>
    (
      await owner.query(
        "select title, is_sent, scheduled_for > now() as later from smart_notifications where user_id = $1 and type = 'message'",
        [userId],
      )
    ).rows;
  await send(ada, "One");
  await send(ada, "Two");
  expect(await waiting(bob)).toEqual([{ title: "Ada Lovelace in 'Board'", is_sent: false, later: true }]);
  await bob.invoke(conversations.markRead, { id: board.id });
  expect(await waiting(bob)).toEqual([]);
  await send(ada, "Three");
  await owner.query("update smart_notifications set is_sent = true");
  await bob.invoke(conversations.markRead, { id: board.id });
  await send(ada, "Four");
  expect(await waiting(bob)).toHaveLength(2);
  await bob.invoke(conversations.markRead, { id: board.id });
  const muted = await bob.invoke(conversations.mute, { id: board.id, until: "2999-01-01T00:00:00Z" });
  expect(muted).toMatchObject({ mutedUntil: "2999-01-01T00:00:00.000Z" });
  await send(ada, "Five");
  expect(await waiting(bob)).toHaveLength(1);
  expect(await ada.invoke(conversations.get, { id: board.id })).toMatchObject({ mutedUntil: null });
  await undoLastAction(server, bob, conversations);
  expect(await bob.invoke(conversations.get, { id: board.id })).toMatchObject({ mutedUntil: null });
  await expect(
    carol.invoke(conversations.mute, { id: board.id, until: "2999-01-01T00:00:00Z" }),
  ).rejects.toMatchObject(refused);
});

test("typing is published to the other participants, and to nobody else", async () => {
  await expect(bob.invoke(conversations.typing, { id: board.id })).resolves.toEqual({ id: board.id });
  await expect(carol.invoke(conversations.typing, { id: board.id })).rejects.toMatchObject(refused);
});
