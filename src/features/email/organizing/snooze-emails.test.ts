import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { emails } from "../emails.ts";
import { errorOf, inAnHour, mailCalls, mailOf } from "./emails-of.factory.ts";

const server = await testDatabase();
const { aUser, as, owner } = server;
const [ada, bob] = [as(await aUser({ fullName: "Ada" })), as(await aUser({ fullName: "Bob" }))];
const { aMail, get } = mailCalls(ada);

test("a snoozed email becomes unread with a notification; unsnoozed, it stays read without one", async () => {
  const [id, unaffected] = [await aMail({ isRead: true, subject: "Offer" }), await aMail()];
  const notices = async () =>
    (await owner.query("select 1 from smart_notifications where user_id = $1", [ada.userId])).rowCount;
  await expect(ada.invoke(emails.snooze, { ids: [id], until: new Date().toISOString() })).rejects.toEqual(
    errorOf("invalid"),
  );
  await ada.invoke(emails.snooze, { ids: [id], until: null });
  expect([(await get(id)).isRead, await notices()]).toEqual([true, 0]);
  await ada.invoke(emails.snooze, { ids: [id], until: inAnHour() });
  expect([(await get(id)).isRead, await notices()]).toEqual([false, 1]);
  expect(await get(unaffected)).toMatchObject({ version: 1 });
});

test("undoing a second snooze restores the time of the first", async () => {
  const threadId = randomUUID();
  const earlier = new Date(Date.now() + 86_400_000);
  const [first, second, third] = await mailOf(
    ada,
    ...[{ threadId }, { threadId, snoozedUntil: earlier }, { snoozedUntil: new Date(Date.now() - 1000) }],
  );
  const timesOf = () =>
    Promise.all([first, second, third].map(async (id) => (await get(id ?? "")).snoozedUntil));
  const before = await timesOf();
  const until = inAnHour();
  await ada.invoke(emails.snooze, { ids: [first, third], threads: true, until });
  expect(await timesOf()).toEqual([until, until, until]);
  await undoLastAction(server, ada, emails);
  expect(await timesOf()).toEqual(before);
});

test("snoozing mail again replaces its notification; unsnoozing removes it", async () => {
  const eve = as(await aUser({ fullName: "Eve" }));
  const [first, second] = await mailOf(eve, { subject: "Offer" }, { subject: "Lease" });
  const planned = async () =>
    (
      await owner.query(
        "select title, scheduled_for as at from smart_notifications where user_id = $1 and not is_sent order by 2",
        [eve.userId],
      )
    ).rows.map(({ title, at }) => [title.replace("Back in your inbox: ", ""), at.toISOString()]);
  const [soon, later] = [inAnHour(), new Date(Date.now() + 86_400_000).toISOString()];
  const snooze = (ids: unknown[], until: string | null) => eve.invoke(emails.snooze, { ids, until });
  await snooze([first, second], soon);
  expect(await planned()).toEqual([["Offer", soon]]);
  await snooze([first], later);
  expect(await planned()).toEqual([
    ["Lease", soon],
    ["Offer", later],
  ]);
  await undoLastAction(server, eve, emails);
  expect((await planned()).map(([, at]) => at)).toContain(soon);
  expect((await planned()).map(([, at]) => at)).not.toContain(later);
  await snooze([first, second], null);
  expect(await planned()).toEqual([]);
});

test("emails of others cannot be snoozed, wherever their ids are listed", async () => {
  const own = await aMail();
  const foreignId = await aMail({}, bob);
  for (const ids of [
    [own, foreignId],
    [foreignId, own],
  ])
    await expect(ada.invoke(emails.snooze, { ids, until: inAnHour() })).rejects.toEqual(errorOf("not_found"));
  const earlier = [{ id: foreignId, until: inAnHour() }];
  await ada.invoke(emails.snooze, { ids: [own], until: null, earlier });
  expect((await get(foreignId, bob)).snoozedUntil).toBeNull();
});

test("sent and scheduled mail can have a reminder in the future; clearing one is always possible", async () => {
  const [sent, scheduled, received, unaffected] = await mailOf(
    ada,
    ...[{ status: "sent" as const }, { status: "scheduled" as const }, { remindAt: new Date() }, {}],
  );
  const remind = (id: string | undefined, at: string | null, person = ada) =>
    person.invoke(emails.remind, { id, at });
  for (const id of [sent, scheduled]) expect(await remind(id, inAnHour())).toMatchObject({ id });
  expect(await remind(received, null)).toMatchObject({ remindAt: null });
  await expect(remind(received, inAnHour())).rejects.toEqual(errorOf("conflict"));
  await expect(remind(sent, new Date(Date.now() - 1000).toISOString())).rejects.toEqual(errorOf("invalid"));
  await expect(remind(sent, null, bob)).rejects.toEqual(errorOf("not_found"));
  expect(await get(unaffected ?? "")).toMatchObject({ remindAt: null, version: 1 });
});
