import { expect, test } from "vitest";
import { adminFigures } from "./admin-figures.ts";
import { adminInstance } from "./browsers.factory.ts";

const { server, boss } = await adminInstance();
const { as, aUser, owner } = server;
const ada = as(await aUser({ fullName: "Ada Lovelace" }));
const bob = as(await aUser({ fullName: "Bob Builder" }));

type Figures = Record<string, number>;
const read = () => boss.invoke(adminFigures.get) as Promise<Figures>;

test("decision 25: the figures count accounts, activity, keys and deliveries of everybody", async () => {
  const before = await read();
  await owner.query("update users set suspended_at = now() where id = $1", [bob.userId]);
  await owner.query("update users set address_state = 'proven' where id = $1", [ada.userId]);
  await owner.query("update users set address_state = 'unproven' where id = $1", [bob.userId]);
  await owner.query(
    `insert into last_seen (user_id, seen_at) values ($1, now()), ($2, now() - interval '3 days')
     on conflict (user_id) do update set seen_at = excluded.seen_at`,
    [ada.userId, bob.userId],
  );
  const key = `insert into api_keys (user_id, name, key_hash, last_four, scopes, is_agent, revoked_at, last_used_at)
     values ($1, 'Key', $2, '1234', '{read}', $3, $4, now())`;
  await owner.query(key, [ada.userId, "a", false, null]);
  await owner.query(key, [ada.userId, "b", true, null]);
  await owner.query(key, [bob.userId, "c", false, new Date()]);
  await owner.query("insert into email_templates (user_id, name, subject, body) values ($1, 'T', 'S', 'B')", [
    bob.userId,
  ]);
  const after = await read();
  const grown = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  expect(after.accounts).toBe(before.accounts);
  expect(after.administrators).toBe(1);
  expect(["suspended", "keys", "agents", "keysUsed", "templates"].map((name) => [name, grown(name)])).toEqual(
    [
      ["suspended", 1],
      ["keys", 1],
      ["agents", 1],
      ["keysUsed", 2],
      ["templates", 1],
    ],
  );
  expect(after.activeToday).toBe((before.activeToday ?? 0) + 1);
  expect(after.activeWeek).toBe((before.activeWeek ?? 0) + 2);
  expect(after.unproven).toBeGreaterThanOrEqual(1);
  await expect(ada.invoke(adminFigures.get)).rejects.toMatchObject({ code: "forbidden" });
});
