import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { commitments } from "#features/commitments/commitments.ts";
import { notifications } from "#features/daily-ops/notifications.ts";
import { apiKeys } from "#features/settings/api-keys.ts";
import { releaseDueNotifications } from "#platform/notify/release-due.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { aTestServer } from "../factory.ts";

const server = await aTestServer();
const { address } = server;

/** The headers of a key that reads these areas. */
async function aKey(person: Person, toolGroups: string[]) {
  const input = { name: "Reader", scopes: ["read"], toolGroups, isAgent: false };
  const { key } = (await person.invoke(apiKeys.create, input)) as { key: string };
  return { authorization: `Bearer ${key}` };
}

test("the promises in a reminder are for its person, and not for a key of Daily Operations alone", async () => {
  const ada = server.as(await server.aUser());
  const [startTime, endTime] = [24, 25].map((hours) =>
    new Date(Date.now() + hours * 3_600_000).toISOString(),
  );
  await ada.invoke(commitments.create, { what: "send you the figures", party: "anna@lattice.example" });
  await ada.invoke(events.create, {
    ...{ title: "Review", startTime, endTime, attendees: ["anna@lattice.example"] },
    reminderSettings: { minutesBefore: [10] },
  });
  await server.owner.query(
    "update smart_notifications set scheduled_for = now() - interval '1 second' where user_id = $1",
    [ada.userId],
  );
  await releaseDueNotifications.run(server.services, {});
  const headers = await aKey(ada, ["daily-ops"]);
  const read = await fetch(`${address}/api/v1/notifications?show=all`, { headers }).then((answer) =>
    answer.text(),
  );
  expect(read).toContain("Review");
  expect(read).not.toContain("figures");
  expect(JSON.stringify(await ada.invoke(notifications.list, { show: "all" }))).toContain(
    "You owe anna@lattice.example the figures.",
  );
});
