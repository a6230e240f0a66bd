import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { tableScansOf } from "#platform/testing/plan-of.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import {
  countConversations,
  ListConversations,
  selectConversations,
} from "./conversations/read-conversations.ts";
import { conversations } from "./conversations.ts";
import { ListMessages, selectMessages } from "./messages/read-messages.ts";
import { messages } from "./messages.ts";

// Ada is in half of 2,000 conversations with 60,000 messages, 20,000 of them in her largest; she has 5,000 contacts.

const { aUser, as, owner } = await testDatabase();
const ada = as(await aUser({ fullName: "Ada" }));
const people = await Promise.all(Array.from({ length: 9 }, (_, n) => aUser({ fullName: `Person ${n}` })));
const ids = [ada.userId, ...people.map(({ userId }) => userId)];
await owner.query("alter table messages disable trigger user");
await owner.query(
  `with talks as (
     insert into conversations (title, type, created_by)
     select 'Talk ' || n, 'group', ($1::uuid[])[case when n % 2 = 0 then 1 else 2 + n % 9 end] from generate_series(0, 1999) n
     returning id, created_by, substr(title, 6)::integer as n
   ), joined as (
     insert into conversation_participants (conversation_id, user_id, active_at, unread_count)
     select id, person, now() - n * interval '1 minute', n % 5
       from talks, lateral (select distinct person from unnest(array[created_by, ($1::uuid[])[2 + (n + 3) % 9]]) person) pair_of_people
   )
   insert into messages (conversation_id, sender_id, content, created_at)
   select id, ($1::uuid[])[2 + m % 9], 'Message ' || m || case when m = 17 then ' about zebras' else '' end,
          now() - m * interval '1 minute'
     from talks, generate_series(1, case when n = 0 then 20000 else 20 end) m`,
  [ids],
);
await owner.query("alter table messages enable trigger user");
await owner.query(
  `insert into contacts (user_id, contact_name, is_favorite)
   select ($1::uuid[])[1 + n % 4], 'Contact ' || n, n % 50 = 0 from generate_series(1, 20000) n`,
  [ids],
);
await owner.query("vacuum analyze conversations, conversation_participants, messages, contacts");

test("P14: the list of conversations uses an index and reads one message of each", async () => {
  const input = ListConversations.parse({});
  const allScans = await tableScansOf(ada, (context) => selectConversations(context, input).getSQL());
  const scans = allScans.filter(({ table }) => table === "messages");
  expect(scans.map(({ nodeType, index }) => [nodeType, index])).toEqual([
    ["Index Scan", "messages_conversation"],
  ]);
  expect(scans[0]?.rows).toBeLessThanOrEqual(51);
  const page = allScans.find(({ index }) => index === "conversation_participants_active");
  expect(page?.rows).toBeLessThanOrEqual(51);
  expect(allScans.filter(({ nodeType }) => nodeType === "Seq Scan").map(({ table }) => table)).toEqual([]);
});

test("unread messages are summed from the reader's own rows, without reading messages", async () => {
  const { unread } = await ada.run(countConversations);
  const { rows } = await owner.query(
    "select sum(unread_count)::int as unread from conversation_participants where user_id = $1",
    [ada.userId],
  );
  expect(unread).toBe(rows[0].unread);
});

test("P14: messages are read by index, the thousandth page like the first", async () => {
  const { rows } = await owner.query("select id from conversations where title = 'Talk 0'");
  const conversationId: string = rows[0].id;
  const deep = await owner.query(
    "select created_at from messages where conversation_id = $1 order by created_at desc offset 19000 limit 1",
    [conversationId],
  );
  const { nextCursor } = (await ada.invoke(messages.list, {
    conversationId,
    until: deep.rows[0].created_at.toISOString(),
  })) as { nextCursor: string };
  for (const cursor of [undefined, nextCursor]) {
    const input = ListMessages.parse({ conversationId, cursor });
    const allScans = await tableScansOf(ada, (context) =>
      selectMessages(context, input, new Date(0)).getSQL(),
    );
    const scans = allScans.filter(({ table }) => table === "messages");
    expect(scans.map(({ nodeType, index }) => [nodeType, index])).toEqual([
      ["Index Scan", "messages_conversation"],
    ]);
    expect(scans[0]?.condition).toContain("conversation_id");
    expect(scans[0]?.rows).toBeLessThanOrEqual(51);
  }
});

test("message search returns only what the reader may see, and uses the full-text index of each conversation", async () => {
  const found = await ada.run(({ db }) => db.execute(sql`select * from search_messages('zebras', 2000)`));
  const ownMatches = await owner.query(
    `select count(*)::int as n from messages m join conversation_participants p using (conversation_id)
      where p.user_id = $1 and m.content like '%zebras%'`,
    [ada.userId],
  );
  expect(found.rows).toHaveLength(300);
  expect(ownMatches.rows[0].n).toBe(1000);
  const withoutUser = await owner.query("select * from search_messages('zebras', 20)");
  expect(withoutUser.rows).toEqual([]);
  const stats = await ada.invoke(conversations.stats);
  expect(stats).toMatchObject({ activeChats: 1000 });
});
