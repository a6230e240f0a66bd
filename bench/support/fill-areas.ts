import type pg from "pg";
import type { Fill } from "./bench-instance.ts";

/** Ada ($1) has `rows` of them ($2), nineteen other people as many together; `number` distributes `$3` over them. */
const people = `people as (
    select $1::uuid as id, $2::int as rows
    union all select gen_random_uuid(), $2::int / 19 from generate_series(1, 19)
  ), row as (select people.id as user_id, number from people, generate_series(1, people.rows) number)`;

const owned =
  (table: string, columns: string, values: string, ...written: readonly string[]) =>
  (rows: number): Fill => ({
    table: [table, ...written].join(", "),
    fill: (owner, ada) =>
      // rule: built-sql - constants of the benchmarks, which have no input from anybody
      owner.query(
        `with ${people} insert into ${table} (user_id, ${columns}) select user_id, ${values} from row`,
        [ada, rows],
      ),
  });

const minutesAgo = "now() - number * interval '1 minute'";
const oneOf = (...words: string[]) =>
  `(array[${words.map((word) => `'${word}'`).join(", ")}])[1 + number % ${words.length}]`;

export const fillTasks = owned(
  "tasks",
  "title, status, priority, position, created_at",
  `'Task ' || number, ${oneOf("todo", "in_progress", "review", "completed")},
   ${oneOf("low", "medium", "high", "urgent")}, 'a' || lpad(number::text, 8, '1') || 'z', ${minutesAgo}`,
);

export const fillEmails = owned(
  "emails",
  "subject, body, sender, recipients, priority, status, created_at",
  `'Letter ' || number, repeat('The figures of the quarter are ready. ', 40), 'anna@example.com', array['ada@example.com'],
   ${oneOf("low", "medium", "high", "urgent")}, ${oneOf("received", "sent", "draft", "failed")}, ${minutesAgo}`,
  "email_search_texts",
);

/** Received mail: every third conversation has three messages, one body in a thousand mentions a zeppelin. */
export const fillMailbox = owned(
  "emails",
  "subject, body, sender, recipients, status, thread_id, is_read, has_attachments, created_at",
  `'Letter ' || number || case when number % 500 = 0 then ' about the regatta' else '' end,
   repeat('The figures of the quarter are ready. ', 40) || case when number % 1000 = 0 then 'zeppelin' else '' end,
   'Person ' || number % 200 || ' <person' || number % 200 || '@example.com>', array['ada@example.com'],
   case when number % 5 = 0 then 'sent' else 'received' end, overlay(overlay(md5(user_id::text || number / 3) placing '4' from 13) placing '8' from 17)::uuid, number % 7 > 0,
   number % 50 = 0, ${minutesAgo}`,
  "email_search_texts",
);

/** Due over two years around now, a third of them done: the tasks that a briefing searches. */
export const fillDueTasks = owned(
  "tasks",
  "title, status, priority, position, due_date, created_at",
  `'Task ' || number, ${oneOf("todo", "in_progress", "completed")}, ${oneOf("low", "medium", "high", "urgent")},
   'a' || lpad(number::text, 8, '1') || 'z', now() + (number % 730 - 365) * interval '1 day' + number * interval '1 second',
   ${minutesAgo}`,
);

/** Mail of today alone, a fifth of it unread. */
export const fillMailOfToday = owned(
  "emails",
  "subject, body, sender, recipients, status, is_read, priority, created_at",
  `'Letter ' || number, repeat('The figures of the quarter are ready. ', 40), 'anna@example.com', array['ada@example.com'],
   'received', number % 5 > 0, ${oneOf("low", "medium", "high", "urgent")}, now() - number * interval '5 milliseconds'`,
  "email_search_texts",
);

/** Starting a month ago, twenty a day; every fourth has guests. */
export const fillEventsAroundNow = owned(
  "events",
  "title, start_time, end_time, attendees",
  `'Meeting ' || number, now() + (number - 600) * interval '72 minutes', now() + (number - 600) * interval '72 minutes'
     + interval '1 hour', case when number % 4 = 0 then array['anna@example.com', 'ben@example.com'] else '{}' end`,
);

/** Over twenty years around today. */
export const fillEvents = owned(
  "events",
  "title, start_time, end_time",
  `'Meeting ' || number, now() + (number - 50000) * interval '105 minutes',
   now() + (number - 50000) * interval '105 minutes' + interval '1 hour'`,
);

export const fillDocuments = owned(
  "documents",
  "title, file_name, file_type, file_size, storage_key, sha256, category, created_at",
  `'Paper ' || number, 'paper-' || number || '.pdf', 'application/pdf', number, gen_random_uuid()::text,
   md5(number::text) || md5(number::text), ${oneOf("general", "contracts", "reports", "invoices")}, ${minutesAgo}`,
);

export const fillContacts = owned(
  "contacts",
  "contact_name, contact_email",
  "'Person ' || number, 'person' || number || '@example.com'",
);

/** A thousand conversations of Ada with another person; a tenth of the messages are in the first one. */
export const fillMessages = (rows: number): Fill => ({
  table: "messages",
  fill: async (owner, ada) => {
    await owner.query(CONVERSATIONS, [ada]);
    for (let offset = 0; offset < rows; offset += BATCH) await addMessages(owner, ada, offset);
    await owner.query("vacuum analyze conversations, conversation_participants");
  },
});

const BATCH = 100_000;

const CONVERSATIONS = `
  with opened as (
    insert into conversations (title, type, created_by)
    select 'Talk ' || number, 'group', $1::uuid from generate_series(1, 1000) number returning id
  )
  insert into conversation_participants (conversation_id, user_id)
  select opened.id, person from opened, lateral (values ($1::uuid), (gen_random_uuid())) as both_of(person)`;

// rule: built-sql - constants of the benchmarks, which have no input from anybody
const addMessages = (owner: pg.Client, ada: string, offset: number) =>
  owner.query(
    `with talk as (select id, row_number() over (order by title) - 1 as place from conversations)
     insert into messages (conversation_id, sender_id, content, created_at)
     select talk.id, $1::uuid, 'Message ' || number, now() - number * interval '20 seconds'
       from generate_series($2::int + 1, $2::int + ${BATCH}) number
       join talk on talk.place = case when number % 10 = 0 then 0 else number % 1000 end`,
    [ada, offset],
  );

/** Ada is in a workspace with as many decisions, one in a hundred of them open. */
export const fillDecisions = (rows: number): Fill => ({
  table: "team_decisions",
  // Without their logs, which no list selects.
  fill: async (owner, ada) => {
    await owner.query("alter table team_decisions disable trigger decision_is_logged");
    // rule: built-sql - constants of the benchmarks, which have no input from anybody
    await owner.query(
      `with opened as (insert into workspaces (name, created_by) values ('Board', $1) returning id),
       joined as (insert into workspace_members (workspace_id, user_id, role, state)
         select id, $1::uuid, 'admin', 'active' from opened)
       insert into team_decisions (workspace_id, title, created_by, created_at, status, completed_at)
       select opened.id, 'Decision ' || number, $1::uuid, ${minutesAgo},
              case when number % 100 = 0 then 'voting' else 'completed' end, case when number % 100 > 0 then now() end
         from opened, generate_series(1, $2::int) number`,
      [ada, rows],
    );
    await owner.query("alter table team_decisions enable trigger decision_is_logged");
  },
});

export const fillNotifications = owned(
  "smart_notifications",
  "title, message, type, created_at",
  `'Notice ' || number, 'Something changed', 'system', ${minutesAgo}`,
);
