import { expect, test, vi } from "vitest";
import { tableScansOf } from "#platform/testing/plan-of.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { itemsQuery, scopeOf } from "./list-items.ts";

vi.setConfig({ testTimeout: 180_000 });
const { aUser, as, owner } = await testDatabase();

test("among 20,000 records of each kind, half of them of one person, the list reads little, all by index", async () => {
  const ada = as(await aUser({ fullName: "Ada" }));
  const others = await Promise.all(Array.from({ length: 9 }, () => aUser()));
  const ids = [ada.userId, ...others.map(({ userId }) => userId)];
  const fill = (statement: string) => owner.query(statement, [ids]);
  await fill(`insert into emails (user_id, subject, body, sender, status)
    select ($1::uuid[])[greatest(1, n % 20 - 9)], 'Mail ' || n, 'Text', 'clara@lattice.example', 'received'
      from generate_series(1, 20000) n`);
  await fill(`insert into mail_deliveries (user_id, email_id, state, due_at)
    select user_id, id, 'sent', now() from emails where user_id = any ($1::uuid[]) limit 5000`);
  await fill(`insert into tasks (user_id, title, status, due_date, position)
    select ($1::uuid[])[greatest(1, n % 20 - 9)], 'Task ' || n, case when n % 90 = 0 then 'todo' else 'completed' end,
           now() - n % 400 * interval '1 day', 'a' || n
      from generate_series(1, 20000) n`);
  await fill(`with numbered as (select id, user_id, status, row_number() over (partition by user_id, status order by id) as place
        from tasks where user_id = any ($1::uuid[])),
      later as (update tasks set due_date = now() + interval '9 days' from numbered n
        where tasks.id = n.id and n.place % 4 = 0 and n.status = 'todo')
    insert into task_dependencies (user_id, task_id, blocked_by_id)
    select one.user_id, one.id, other.id from numbered one
      cross join generate_series(1, 2) step
      join numbered other on (other.user_id, other.status, other.place) = (one.user_id, one.status, one.place + step)
     where one.place % 2 = 1`);
  await fill(`insert into events (user_id, title, start_time, end_time)
    select ($1::uuid[])[greatest(1, n % 20 - 9)], 'Event ' || n, now() + (n % 2000 - 1900) * interval '9 hours',
           now() + (n % 2000 - 1900) * interval '9 hours' + interval '1 hour'
      from generate_series(1, 20000) n`);
  await fill(`insert into smart_notifications (user_id, title, message, type, is_sent, is_read)
    select ($1::uuid[])[greatest(1, n % 20 - 9)], 'Notice', 'Text', 'document', true, n % 50 > 0
      from generate_series(1, 20000) n`);
  await owner.query(
    `with made as (insert into conversations (type, title, created_by) select 'direct', '', $1::uuid
        from generate_series(1, 2000) returning id),
      joined as (insert into conversation_participants (conversation_id, user_id, unread_count) select id, $1::uuid, 1 from made)
     insert into messages (conversation_id, sender_id, content, created_at)
     select id, $2::uuid, 'Good morning', now() from made`,
    [ada.userId, others[0]?.userId],
  );
  await owner.query("analyze");
  const scans = await tableScansOf(ada, (context) => itemsQuery(scopeOf(context, "Europe/Berlin"), "open"));
  const large = [
    "emails",
    "mail_deliveries",
    "tasks",
    "task_dependencies",
    "events",
    "event_occurrences",
    "smart_notifications",
    "messages",
  ];
  const read = scans.filter(({ table }) => large.includes(table ?? ""));
  expect(read.filter(({ nodeType, rows }) => nodeType === "Seq Scan" && rows > 0)).toEqual([]);
  expect(read.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(2500);
});
