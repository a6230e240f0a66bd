import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { contacts } from "#features/contacts/contacts.ts";
import type { Person } from "#platform/testing/test-database.ts";
import type { CallOnWire } from "./call-model.ts";
import { callInstance, get, join, peerIdOf, stateOf } from "./call-people.factory.ts";
import { sweepCalls } from "./calls/sweep-calls.ts";
import { calls } from "./calls.ts";
import { conversations } from "./conversations.ts";
import type { ConversationOnWire } from "./model.ts";

const { aUser, as, owner, database, services, meet, start, group, lines, pass } = await callInstance();
const refused = { code: "not_found" };
let ada: Person;
let bob: Person;
let carol: Person;
let conversation: ConversationOnWire;

beforeEach(async () => {
  ({ ada, bob, carol, conversation } = await meet());
});

const notices = async ({ userId }: Person) =>
  (await owner.query("select title, href from smart_notifications where user_id = $1", [userId])).rows;

test("decision 17: a call rings, is answered and ends for both, and is recorded as a line in the conversation", async () => {
  const ringing = await start(ada);
  expect(ringing).toMatchObject({ state: "ringing", name: "Bob Carter", startedBy: ada.userId });
  expect([stateOf(ringing, ada), stateOf(ringing, bob)]).toEqual(["joined", "ringing"]);
  const { calls: currentCalls } = (await bob.invoke(calls.current)) as { calls: CallOnWire[] };
  expect(currentCalls).toMatchObject([{ id: ringing.id, name: "Ada Lovelace", kind: "video" }]);
  const answered = await join(bob, ringing);
  expect(answered).toMatchObject({ state: "active", endReason: null });
  await owner.query("update calls set answered_at = now() - interval '12 minutes' where id = $1", [
    answered.id,
  ]);
  const ended = await bob.invoke(calls.leave, { id: answered.id, peerId: peerIdOf(answered, bob) });
  expect(ended).toMatchObject({ state: "ended", endReason: "completed" });
  expect(await lines(ada)).toEqual(["system: Video call, 12 min"]);
  expect(await notices(bob)).toEqual([]);
  expect(await ada.invoke(calls.current)).toEqual({ calls: [] });
  expect(await bob.invoke(calls.list, { conversationId: conversation.id })).toMatchObject({
    items: [{ id: ringing.id }],
    nextCursor: null,
  });
});

test("a user outside the conversation cannot see, join, signal to or end its call", async () => {
  const call = await join(bob, await start(ada));
  const signal = { description: { type: "offer", sdp: "v=0" } };
  const attempts: [unknown, object][] = [
    [calls.get, { id: call.id }],
    [calls.list, { conversationId: conversation.id }],
    [calls.start, { conversationId: conversation.id, kind: "audio", peerId: randomUUID() }],
    [calls.join, { id: call.id, peerId: randomUUID() }],
    [calls.decline, { id: call.id }],
    [calls.leave, { id: call.id, peerId: peerIdOf(call, ada) }],
    [calls.end, { id: call.id }],
    [calls.heartbeat, { id: call.id, peerId: peerIdOf(call, ada) }],
    [calls.signal, { id: call.id, peerId: peerIdOf(call, bob), toPeerId: peerIdOf(call, ada), signal }],
    [calls.signals, { id: call.id, peerId: peerIdOf(call, ada) }],
  ];
  for (const [verb, input] of attempts)
    await expect(carol.invoke(verb, input)).rejects.toMatchObject(refused);
  expect(await carol.invoke(calls.current)).toEqual({ calls: [] });
  expect(await get(ada, call)).toMatchObject({ state: "active" });
});

test("the database refuses to add others to a call or to write as another user", async () => {
  const call = await join(bob, await start(ada));
  const forge = (person: Person, statement: string) => person.run(({ db }) => db.execute(statement));
  const joined = `('${call.id}', '${call.conversationId}', '${carol.userId}', 'joined', '${randomUUID()}')`;
  await expect(
    forge(
      bob,
      `insert into call_participants (call_id, conversation_id, user_id, state, peer_id) values ${joined}`,
    ),
  ).rejects.toMatchObject(refused);
  await expect(
    forge(
      bob,
      `insert into call_signals (call_id, conversation_id, sender_id, from_peer_id, user_id, to_peer_id, signal)
       values ('${call.id}', '${call.conversationId}', '${ada.userId}', '${peerIdOf(call, ada)}', '${bob.userId}', '${peerIdOf(call, bob)}', '{}')`,
    ),
  ).rejects.toMatchObject(refused);
  await forge(bob, `update call_participants set state = 'left' where user_id = '${ada.userId}'`);
  await forge(carol, `select end_call_if_over('${call.id}', 'completed')`);
  await forge(carol, "select * from sweep_calls()");
  expect(stateOf(await get(ada, call), ada)).toBe("joined");
});

test("declined, cancelled and unanswered calls end for everyone; only a missed call notifies", async () => {
  const declined = await start(ada);
  expect(await bob.invoke(calls.decline, { id: declined.id })).toMatchObject({
    state: "ended",
    endReason: "declined",
  });
  expect(await notices(bob)).toEqual([]);
  const givenUp = await start(ada);
  await ada.invoke(calls.leave, { id: givenUp.id, peerId: peerIdOf(givenUp, ada) });
  expect(await get(bob, givenUp)).toMatchObject({ state: "ended", endReason: "cancelled" });
  const unanswered = await start(ada);
  await pass(unanswered, 44);
  await sweepCalls({ database, config: services.config });
  expect(await get(ada, unanswered)).toMatchObject({ state: "ringing" });
  await pass(unanswered, 2);
  await sweepCalls({ database, config: services.config });
  expect(await get(ada, unanswered)).toMatchObject({ state: "ended", endReason: "missed" });
  expect(stateOf(await get(ada, unanswered), bob)).toBe("missed");
  const notice = {
    title: "Missed video call from Ada Lovelace",
    href: `/communication?conversation=${conversation.id}`,
  };
  expect(await notices(bob)).toEqual([notice, notice]);
  expect(await notices(ada)).toEqual([]);
  expect(await lines(bob)).toEqual([
    "system: Missed video call",
    "system: Missed video call",
    "system: Video call, declined",
  ]);
});

test("two people who call each other at the same time join one call", async () => {
  const [one, other] = await Promise.all([start(ada), start(bob)]);
  expect(one.id).toBe(other.id);
  expect(await get(ada, one)).toMatchObject({ state: "active" });
});

test("a person in another call is busy, is notified, and cannot be in two calls", async () => {
  const first = await join(bob, await start(ada));
  await carol.invoke(contacts.create, { contactName: "Bob", contactEmail: bob.email });
  const other = (await carol.invoke(conversations.openWith, { userId: bob.userId })) as ConversationOnWire;
  const call = await start(carol, other);
  expect(call).toMatchObject({ state: "ended", endReason: "busy" });
  expect(await notices(bob)).toMatchObject([{ title: "Missed video call from Carol Diaz" }]);
  await expect(start(bob, other)).rejects.toMatchObject({ code: "conflict" });
  await bob.invoke(calls.end, { id: first.id });
  expect(await start(bob, other)).toMatchObject({ state: "ringing" });
});

test("a person who is only invited to a call can join another one", async () => {
  const board = await group(bob, carol);
  const dan = as(await aUser({ fullName: "Dan Diaz" }));
  await carol.invoke(contacts.create, { contactName: dan.fullName, contactEmail: dan.email });
  await join(bob, await start(ada, board));
  const other = (await carol.invoke(conversations.openWith, { userId: dan.userId })) as ConversationOnWire;
  expect(await join(dan, await start(carol, other))).toMatchObject({ state: "active" });
});

test("a group call continues with two people; only its starter ends it; a removed member leaves it", async () => {
  const board = await group(bob, carol);
  const call = await start(ada, board);
  await join(bob, call);
  const three = await join(carol, call);
  await expect(bob.invoke(calls.end, { id: call.id })).rejects.toMatchObject({ code: "forbidden" });
  await ada.invoke(conversations.removePerson, { id: board.id, userId: carol.userId });
  await expect(get(carol, call)).rejects.toMatchObject(refused);
  const afterRemoval = await get(ada, three);
  expect(stateOf(afterRemoval, carol)).toBe("left");
  expect(afterRemoval.version).toBeGreaterThan(three.version);
  expect(afterRemoval.state).toBe("active");
  expect(await ada.invoke(calls.end, { id: call.id })).toMatchObject({
    state: "ended",
    endReason: "completed",
  });
  await expect(join(bob, call)).rejects.toMatchObject({ code: "conflict" });
});

test("a call has at most six people; a larger group does not ring, but all its members may join", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, async () => as(await aUser())));
  for (const { email } of people)
    await ada.invoke(contacts.create, { contactName: "Somebody", contactEmail: email });
  const call = await start(ada, await group(...people));
  const [last, ...first] = people;
  for (const person of first) await join(person, call);
  if (!last) throw new Error("There are six");
  expect(stateOf(await get(last, call), last)).toBe("invited");
  await expect(join(last, call)).rejects.toThrow("This call is full: 6 people can take part");
});

test("a call that nobody can answer is refused with the reason", async () => {
  const { id: contactId } = (await ada.invoke(contacts.create, { contactName: "Clara Voss" })) as {
    id: string;
  };
  const waiting = (await ada.invoke(conversations.create, {
    type: "direct",
    contactId,
  })) as ConversationOnWire;
  await expect(start(ada, waiting)).rejects.toThrow(
    "This call is not possible: Clara Voss has no account here",
  );
  const alone = (await ada.invoke(conversations.create, {
    ...{ type: "group", title: "Board", userIds: [bob.userId] },
  })) as ConversationOnWire;
  await bob.invoke(conversations.leave, { id: alone.id });
  await expect(start(ada, alone)).rejects.toThrow("You are the only one in Board: add people");
});
