import { expect, test } from "vitest";
import { readOrder, sqlFiles } from "../src/platform/database/sql-files.ts";
import { readSources } from "./sources.ts";
import { reasonViolations } from "./sql-reasons.ts";
import { sqlViolations, tablesIn } from "./sql-tables.ts";
import { sqlTextsOf } from "./sql-texts.ts";

/** A tagged template of TypeScript: `#{` and `~` stand for `${` and the backtick. */
const inTemplate = (text: string) => `sql\`${text.replaceAll("#{", "$" + "{").replaceAll("~", "`")}\``;

const ORDER = ["platform/notify", "features/tasks", "features/email", "app"];
const OBEDIENT = {
  "features/tasks/tables.ts": 'export const tasks = pgTable(\n  "tasks", {});',
  "features/email/tables.ts": 'export const emails = pgTable("emails", {});',
  "platform/notify/functions.sql":
    "-- Slot: filled by src/features/tasks/functions.sql.\ncreate or replace function due(person uuid) returns integer as $$ select 0 $$;",
  "features/tasks/functions.sql":
    "create or replace function due(person uuid) returns integer as $$ select count(*) from tasks $$;",
  "features/email/functions/search.sql":
    "create or replace function find_mail() returns setof uuid as $$ select e.id from emails e join tasks t on t.id = e.id $$;",
  "features/email/policies.sql": "create policy emails_own on emails using (due(user_id) = 0);",
  "features/email/read.ts": inTemplate("select #{sql~id~} from emails, tasks t where find_mail() = id"),
  "app/functions/all.sql": "create view everything as select id from tasks union select id from emails;",
};
const violationsOf = (files: Record<string, string>, upward = {}) =>
  sqlViolations(new Map(Object.entries({ ...OBEDIENT, ...files })), ORDER, upward);

test("SQL that names only its own and lower slices has no violation", () => {
  expect(violationsOf({})).toEqual([]);
});

test.each([
  ["a query", "features/tasks/functions/a.sql", "select id from emails", "emails"],
  [
    "a list of tables",
    "features/tasks/functions/a.sql",
    "select 1 from tasks t, emails e where true",
    "emails",
  ],
  ["a trigger", "features/tasks/functions/a.sql", "create trigger a after insert on emails", "emails"],
  ["text that is executed", "platform/notify/functions/a.sql", "execute 'select from tasks'", "tasks"],
  ["a type", "features/tasks/functions/a.sql", "create function a(one emails) returns text", "emails"],
  ["a function", "features/tasks/policies.sql", "using (id in (select find_mail()))", "find_mail"],
  ["a view of the app", "features/email/functions/a.sql", "select id from everything", "everything"],
  ["a template", "features/tasks/a.ts", inTemplate("select #{a} from emails where #{b}"), "emails"],
  [
    "a template in a template",
    "features/tasks/a.ts",
    inTemplate("#{on ? sql~join emails e~ : sql~~}"),
    "emails",
  ],
  ["a plain statement", "platform/notify/a.ts", 'pool.query("delete from tasks")', "tasks"],
])("%s that names a higher slice is found", (_name, path, text, name) => {
  const found = violationsOf({ [path]: text });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(new RegExp(`^src/${path}: names ${name} of \\S+, which lies above$`));
  expect(violationsOf({ [path]: text }, { [`${path} → ${name}`]: "for now" })).toEqual([]);
});

test("an exception that is no longer needed fails", () => {
  expect(violationsOf({}, { "features/tasks/a.ts → emails": "for now" })).toEqual([
    "features/tasks/a.ts → emails: the exception is not needed any more",
  ]);
});

test("SQL that is never applied, an unfilled slot and a second definition are found", () => {
  const found = violationsOf({
    "features/tasks/more.sql": "",
    "features/new/functions.sql": "",
    "features/tasks/functions.sql": "",
    "features/email/functions/again.sql": "create function find_mail() returns setof uuid",
  });
  expect(found).toEqual([
    "src/features/tasks/more.sql: SQL stands in before, functions, policies or grants, or in a matter of one of them",
    "src/features/new/functions.sql: 'features/new' has no place in src/order.json",
    "src/platform/notify/functions.sql: the slot due(person uuid) is not filled by src/features/tasks/functions.sql",
    "src/features/email/functions/again.sql: find_mail() is defined in src/features/email/functions/search.sql too",
  ]);
});

test("comments and strings of TypeScript are not SQL", () => {
  expect(violationsOf({ "features/tasks/functions/a.sql": "-- from emails\nselect 1;" })).toEqual([]);
  expect(violationsOf({ "features/tasks/a.ts": 'const text = "a letter from emails";' })).toEqual([]);
  expect(sqlTextsOf(`${inTemplate("a #{{ b: ~}~ }.b} c")} + "from d"`)).toEqual(["a ? c"]);
  expect(tablesIn("returns table (documents integer, mails integer)")).not.toContain("mails");
});

test("every SQL file of the tree is applied, once", () => {
  const applied = (["before", "functions", "policies", "grants"] as const).flatMap((kind) =>
    sqlFiles("src", kind),
  );
  expect(applied.toSorted()).toEqual([...readSources("src", /\.sql$/).keys()].toSorted());
  expect(readOrder("src")).toEqual([...new Set(readOrder("src"))]);
});

test("a function without a reason, or with a false one, is found", () => {
  const head =
    "-- Why in SQL and not in TypeScript:\n--   triggers: a,\n--     b\n--   near the data: gone (why)\n\n";
  const sql =
    "create function a() returns trigger as $$ $$;\ncreate function b() returns text as $$ $$;\ncreate function c() returns text as $$ $$;";
  expect(reasonViolations(new Map([["features/tasks/functions.sql", head + sql]]))).toEqual([
    "src/features/tasks/functions.sql: 'triggers' is not true of b",
    "src/features/tasks/functions.sql: the head does not say why c is SQL",
    "src/features/tasks/functions.sql: the head lists gone, which is not here",
  ]);
});
