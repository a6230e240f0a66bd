import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { EventBroadcaster, type StreamedFact } from "#platform/events/event-broadcaster.ts";
import { createLog } from "#platform/log/log.ts";
import type { Person } from "#platform/testing/test-database.ts";
import type { ReceivedSignalOnWire, Signal } from "../call-model.ts";
import { callInstance, get, join, peerIdOf, stateOf } from "../call-people.factory.ts";
import { calls } from "../calls.ts";
import { sweepCalls } from "./sweep-calls.ts";

const { owner, database, connection, services, atEnd, meet, start, group, pass } = await callInstance();
let ada: Person;
let bob: Person;
let carol: Person;

beforeEach(async () => {
  ({ ada, bob, carol } = await meet());
});

test("answering on one page stops the ringing on others; a second page can take over the call", async () => {
  const call = await start(ada);
  const [desktop, phone] = [randomUUID(), randomUUID()];
  await join(bob, call, desktop);
  expect(stateOf(await get(bob, call), bob)).toBe("joined");
  await join(bob, call, phone);
  await expect(bob.invoke(calls.heartbeat, { id: call.id, peerId: desktop })).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(bob.invoke(calls.signals, { id: call.id, peerId: desktop })).rejects.toMatchObject({
    code: "conflict",
  });
  await bob.invoke(calls.leave, { id: call.id, peerId: desktop });
  expect(stateOf(await get(ada, call), bob)).toBe("joined");
  expect(await bob.invoke(calls.heartbeat, { id: call.id, peerId: phone })).toMatchObject({
    state: "active",
  });
});

test("a page without a heartbeat for 40 seconds has left, which ends the call", async () => {
  const call = await join(bob, await start(ada));
  await pass(call, 41, "seen_at");
  await ada.invoke(calls.heartbeat, { id: call.id, peerId: peerIdOf(call, ada) });
  await sweepCalls({ database, config: services.config });
  const endedCall = await get(ada, call);
  expect(endedCall).toMatchObject({ state: "ended", endReason: "lost" });
  expect(stateOf(endedCall, bob)).toBe("lost");
});

test("signals reach only their page, in order, and are deleted once acknowledged or the call has ended", async () => {
  const broadcaster = new EventBroadcaster({
    database,
    connection: connection("app"),
    log: createLog("silent"),
  });
  await broadcaster.start();
  atEnd(() => broadcaster.close());
  const call = await join(bob, await start(ada));
  const received = Promise.withResolvers<StreamedFact>();
  const onFacts = (facts: readonly StreamedFact[]) => {
    const fact = facts.find(({ resource }) => resource === "callSignals");
    if (fact) received.resolve(fact);
  };
  await broadcaster.subscribe(ada.userId, null, { receive: onFacts, resync: () => {} });
  const [from, to] = [peerIdOf(call, bob), peerIdOf(call, ada)];
  const send = (signal: Signal) =>
    bob.invoke(calls.signal, { id: call.id, peerId: from, toPeerId: to, signal });
  await send({ description: { type: "offer", sdp: "v=0" } });
  await send({ candidates: [{ candidate: "candidate:1", sdpMid: "0" }] });
  expect((await received.promise).ids).toEqual([call.id]);
  const read = async (after = 0) =>
    (
      (await ada.invoke(calls.signals, { id: call.id, peerId: to, after })) as {
        signals: ReceivedSignalOnWire[];
      }
    ).signals;
  const signals = await read();
  expect(signals.map(({ signal }) => Object.keys(signal))).toEqual([["description"], ["candidates"]]);
  const last = signals.at(-1)?.id ?? 0;
  expect(await read(last)).toEqual([]);
  const countStoredSignals = async () =>
    (await owner.query("select count(*)::int as n from call_signals")).rows[0].n;
  await ada.invoke(calls.heartbeat, { id: call.id, peerId: to, lastSignalId: last });
  expect(await countStoredSignals()).toBe(0);
  await send({ description: { type: "answer", sdp: "v=0" } });
  await owner.query("update call_signals set at = now() - interval '2 minutes'");
  await sweepCalls({ database, config: services.config });
  expect(await countStoredSignals()).toBe(0);
  await send({ description: { type: "answer", sdp: "v=0" } });
  await ada.invoke(calls.end, { id: call.id });
  expect(await countStoredSignals()).toBe(0);
  const { rows } = await owner.query(
    "select count(*)::int as n from audit_log where capability in ('calls.signal', 'calls.heartbeat')",
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test("concurrent signals to one page are all received, whichever transaction commits first", async () => {
  const call = await start(ada, await group(bob, carol));
  await join(bob, call);
  const joined = await join(carol, call);
  const to = peerIdOf(joined, ada);
  const offer = (person: Person) => ({
    id: call.id,
    peerId: peerIdOf(joined, person),
    toPeerId: to,
    signal: { description: { type: "offer" as const, sdp: `v=0 ${person.fullName}` } },
  });
  const received: ReceivedSignalOnWire[] = [];
  const receiveNew = async () => {
    const question = { id: call.id, peerId: to, after: received.at(-1)?.id ?? 0 };
    received.push(
      ...((await ada.invoke(calls.signals, question)) as { signals: ReceivedSignalOnWire[] }).signals,
    );
  };
  const [written, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = bob.run(async (context) => {
    await calls.signal(context, offer(bob));
    written.resolve();
    await released.promise;
  });
  await written.promise;
  let isDone = false;
  const quick = carol.invoke(calls.signal, offer(carol)).then(() => {
    isDone = true;
  });
  const waits = async () => (await owner.query("select from pg_locks where not granted")).rows.length > 0;
  await expect.poll(async () => isDone || (await waits())).toBe(true);
  await receiveNew();
  released.resolve();
  await Promise.all([slow, quick]);
  await receiveNew();
  expect(received.map(({ fromPeerId }) => fromPeerId)).toEqual([
    peerIdOf(joined, bob),
    peerIdOf(joined, carol),
  ]);
});

test("signals are limited in size and number", async () => {
  const call = await join(bob, await start(ada));
  const send = (signal: object) =>
    bob.invoke(calls.signal, {
      id: call.id,
      peerId: peerIdOf(call, bob),
      toPeerId: peerIdOf(call, ada),
      signal,
    });
  const large = { description: { type: "offer", sdp: "x".repeat(48_001) } };
  await expect(send(large)).rejects.toMatchObject({ code: "invalid" });
  await expect(send({})).rejects.toMatchObject({ code: "invalid" });
  await owner.query("update call_participants set signal_count = 600, signals_since = now()");
  const small = { description: { type: "offer", sdp: "v=0" } };
  await expect(send(small)).rejects.toMatchObject({ code: "rate_limited" });
  await owner.query("update call_participants set signals_since = now() - interval '2 minutes'");
  expect(await send(small)).toEqual({ id: call.id });
});
