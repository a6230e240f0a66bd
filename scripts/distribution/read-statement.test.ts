import { loadModule, parseSync } from "libpg-query";
import { expect, test } from "vitest";
import { type Reach, StatementReader } from "./read-statement.ts";
import { tableColumns } from "./table-columns.ts";

await loadModule();
const columns = tableColumns();
const reachOf = (text: string): Reach =>
  new StatementReader((table) => columns.get(table) ?? new Set()).read(parseSync(text));

test.each<[Reach, string]>([
  ["no table", "select set_config('app.user_id', $1, true)"],
  ["instance", "select * from system_settings"],
  ["one key", "select id from tasks where user_id = $1 and status = $2"],
  [
    "one key",
    "select t.id from tasks t join projects p on p.id = t.project_id and p.user_id = t.user_id where t.user_id = $1",
  ],
  ["one key", "select id from tasks where user_id = (select my_user_id())"],
  [
    "one key",
    "select id from tasks t where user_id = $1 and exists (select from emails e where e.user_id = t.user_id)",
  ],
  [
    "one key",
    "with mine as (select id, user_id from tasks where user_id = $1) select * from emails e join mine m on m.user_id = e.user_id",
  ],
  ["one key", "insert into tasks (user_id, title) values ($1, $2) on conflict do nothing returning id"],
  [
    "one key",
    "insert into emails (user_id, subject) select t.user_id, t.title from tasks t where t.user_id = $1",
  ],
  ["one key", "update users set email = $1 where id = $2"],
  ["one key", "delete from messages where conversation_id = $1 and id = $2"],
  ["one key", "select 1 from tasks, system_settings where tasks.user_id = $1"],
  ["one key", "update messages set is_read = true where conversation_id = conversation and id = new.id"],
  [
    "every database",
    "select from unnest($1::uuid[]) as asked (person) where exists (select from tasks where user_id = person)",
  ],
  ["every database", "select id from tasks where id = $1"],
  ["every database", "select id from tasks where user_id = any($1)"],
  ["every database", "insert into tasks (user_id, title) values ($1, $2), ($3, $4)"],
  ["crosses", "select t.id from tasks t join projects p on p.id = t.project_id where t.user_id = $1"],
  [
    "crosses",
    "select m.id from messages m join contacts k on k.id = m.sender_id where m.conversation_id = $1 and k.user_id = $2",
  ],
  [
    "crosses",
    "select id from team_decisions where workspace_id = $1 and exists (select from tasks where user_id = $2)",
  ],
])("%s: %s", (reach, text) => {
  expect(reachOf(text)).toBe(reach);
});
