import { expect, test } from "vitest";
import { ruleViolations } from "./check-rules.ts";

// Each rule is tested with code that it forbids, and with similar code that is correct.

const lines = (count: number) => "  work();\n".repeat(count);
const TABLES = {
  "src/features/tasks/tables.ts":
    'const columns = () => ({ userId: uuid() });\nexport const tasks = pgTable("tasks", columns());\nexport const days = pgTable("days", { day: text() });',
  "src/features/tasks/read-own.ts": `import { tasks } from "./tables.ts";
export const ownTasks = (context, ...more) => and(eq(tasks.userId, context.actor.userId), ...more);
export const mineToo = (context) => ownTasks(context);`,
};
const query = (text: string) =>
  `import { days, tasks } from "./tables.ts";\nimport { mineToo, ownTasks } from "./read-own.ts";\nexport const read = (context, id) => ${text};`;

const [SERVER, PAGE] = ["src/features/tasks/planted.ts", "src/features/tasks/web/planted.tsx"];
const [SQL, STYLE] = ["src/features/tasks/functions.sql", "src/features/tasks/web/planted.module.css"];

test.each([
  ["file-length", SERVER, "work();\n".repeat(301)],
  ["file-length", "src/a.test.ts", "work();\n".repeat(301)],
  ["file-length", "e2e/a.journey.ts", `${"work();\n".repeat(300)}work();`],
  ["function-length", SERVER, `export function long() {\n${lines(59)}}`],
  ["function-length", PAGE, `export const long = () => {\n${lines(59)}};`],
  ["function-length", "e2e/a.journey.ts", `test("story", async () => {\n${lines(59)}});`],
  ["function-length", "src/a.test.ts", `test("story", async () => {\n${lines(59)}});`],
  ["function-length", "src/a.test.ts", `describe("tasks", () => {\n${lines(80)}});`],
  [
    "function-length",
    "src/a.test.ts",
    `describe("tasks", () => {\n  test("story", () => {\n${lines(59)}  });\n});`,
  ],
  ["process-env", SERVER, "export const port = process.env.PORT;"],
  ["process-env", "bench/a.bench.ts", "const { env } = process;"],
  ["process-env", "scripts/a.mjs", 'import { env } from "node:process";'],
  ["process-env", "e2e/a.journey.ts", 'const all = globalThis.process["env"];'],
  ["network", SERVER, 'import { connect } from "node:net";'],
  ["network", SERVER, 'import http, { createServer } from "http";'],
  ["network", SERVER, 'const net = await import("node:tls");'],
  ["network", SERVER, "export const read = () => fetch(address);"],
  ["network", SERVER, "export const read = () => globalThis.fetch(address);"],
  ["network", SERVER, "export const socket = new WebSocket(address);"],
  ["built-sql", SERVER, "export const a = sql.raw(text);"],
  ["built-sql", SERVER, `await client.query(\`select \${column} from days\`);`],
  ["built-sql", SERVER, 'await client.query("select * from " + table);'],
  ["built-sql", SERVER, `const text = \`delete from \${table} where id = $1\`;`],
  ["double-cast", SERVER, "export const a = b as unknown as Task;"],
  ["double-cast", "e2e/a.journey.ts", "export const a = (b as any) as Task;"],
  ["swallowed-error", SERVER, "try {\n  act();\n} catch {}"],
  [
    "swallowed-error",
    SERVER,
    "const a = () => {\n  try {\n    act();\n  } catch (error) {\n    return [];\n  }\n};",
  ],
  ["swallowed-error", PAGE, "act().catch(() => {});"],
  ["swallowed-error", PAGE, "act().catch((error) => null);"],
  [
    "swallowed-error",
    PAGE,
    "// biome-ignore lint/a/b: of another matter than this\nact().catch(() => undefined);",
  ],
  ["unmarked-words", PAGE, "export const Part = () => <p>Nothing is lost</p>;"],
  ["unmarked-words", PAGE, 'export const Part = () => <input aria-label="Search tasks" />;'],
  ["unmarked-words", PAGE, 'export const Part = () => <p>{isOpen ? "Open" : name}</p>;'],
  ["unmarked-words", PAGE, `export const Part = () => <p>{\`\${count} tasks\`}</p>;`],
  ["raw-html", PAGE, "element.innerHTML = text;"],
  ["raw-html", PAGE, "export const Part = () => <p dangerouslySetInnerHTML={{ __html: text }} />;"],
  ["raw-html", PAGE, "export const Part = () => <iframe srcDoc={text} />;"],
  ["due-now", "src/a.test.ts", 'await owner.query("update jobs.job set start_after = now()");'],
  ["offset-paging", SERVER, "await db.select().from(days).limit(10).offset(20);"],
  ["offset-paging", SERVER, `await db.execute(sql\`select 1 offset \${start}\`);`],
  ["offset-paging", SERVER, `await db.execute(sql\`select 1 offset 10\`);`],
  ["offset-in-sql", "src/platform/audit/functions.sql", "select 1 from days limit 10 offset 20;"],
  ["unique-order", SERVER, "await db.select().from(days).orderBy(days.createdAt).limit(10);"],
  ["unique-order", SERVER, "await db.select().from(days).orderBy(desc(days.id), asc(days.name));"],
  ["unique-order", SERVER, "await db.select().from(days).orderBy(desc(place.createdAt));"],
  ["unique-order", SERVER, "const page = keyset([newest(days.createdAt)], input);"],
  ["unique-order", SERVER, "await db.execute(sql`select id from days order by id, title limit 5`);"],
  ["unique-order", SERVER, `await db.execute(sql\`select id from days order by \${days.title} desc\`);`],
  ["unique-order", SERVER, "const names = sql`(select json_agg(title order by title) from days)`;"],
  [
    "unique-order-in-sql",
    "src/platform/audit/functions.sql",
    "select id from days order by at desc limit 3;",
  ],
  [
    "unique-order-in-sql",
    "src/platform/audit/functions.sql",
    "return query execute 'select id from days order by rank desc, d.at nulls first' using me;",
  ],
  ["create-require", SERVER, "const path = createRequire(import.meta.url);"],
  ["create-require", SERVER, 'const pg = require("pg");'],
  ["page-writes", PAGE, 'import { useMutation } from "@tanstack/react-query";'],
  ["banned-words", SERVER, "export function tellOfMail() {}"],
  ["banned-words", SERVER, "export type WhatWasSaid = string;"],
  ["banned-words", "src/features/tasks/keep-tasks.ts", "const a = 1;"],
  ["banned-words", SERVER, "const { summary: told } = record;"],
  ["banned-words", SERVER, "const list = records.map((theirs) => theirs.id);"],
  ["banned-words", SERVER, "type Mail = { toldAt: Date };"],
  ["sql-names", SQL, "create function tell_workers() returns void language sql as $$ select 1 $$;"],
  ["sql-names", SQL, "create function notify(said text) returns void language sql as $$ select 1 $$;"],
  [
    "sql-names",
    SQL,
    "create function listed() returns table (id uuid, kept_at date) language sql as $$ select 1 $$;",
  ],
  ["sql-names", SQL, "create or replace trigger messages_keep_words after update on messages;"],
  ["sql-names", SQL, "create policy signals_heard on signals for select using (true);"],
  ["style-names", STYLE, ".desk { color: inherit; }"],
  ["style-names", STYLE, ".a { --desk-height: 3rem; }"],
  ["log-messages", SERVER, 'log.warn("the mail was not sent", { error });'],
  ["log-messages", SERVER, 'log.warn("The mail was not sent.", { error });'],
  ["log-messages", SERVER, `log.error(\`The mail \${id} was not sent\`);`],
  ["log-messages", SERVER, 'worker.log.info("Nobody was told");'],
  ["time-format", PAGE, 'export const text = at.toLocaleDateString("en-US");'],
  ["time-format", SERVER, 'const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric" });'],
  ["time-format", PAGE, 'import dayjs from "dayjs";'],
  ["local-time", PAGE, "export const isMonday = at.getDay() === 1;"],
  ["local-time", SERVER, "export const midnight = new Date(2026, 2, 5);"],
  ["local-time", PAGE, "export const noon = new Date(`$" + "{day}T12:00`);"],
  ["script-colours", PAGE, 'export const Part = () => <p style={{ color: "#fff" }} />;'],
  ["style-colours", STYLE, ".a { color: #1a2b3c; }"],
  ["style-colours", STYLE, ".a { box-shadow: 0 0 4px rgb(0 0 0 / 10%); }"],
  ["style-colours", STYLE, ".a { background: white; }"],
  ["style-layers", STYLE, ".a { z-index: 20; }"],
  ["style-sizes", STYLE, ".a { font-size: 13px; }"],
  ["style-sizes", STYLE, ".a { border-radius: 0 6px; }"],
  ["style-lengths", STYLE, ".a { min-height: 32px; }"],
  ["style-lengths", STYLE, ".a { grid-template-columns: 36px 1fr; }"],
  ["style-sides", STYLE, ".a { margin-left: auto; }"],
  ["style-sides", STYLE, ".a { padding: 10px 8px 10px 14px; }"],
  ["style-sides", STYLE, ".a { text-align: right; }"],
  ["owner-in-query", SERVER, query("context.db.select().from(tasks).where(eq(tasks.id, id))")],
  ["owner-in-query", SERVER, query("context.db.select().from(tasks)")],
  ["owner-in-query", SERVER, query("context.db.$count(tasks, eq(tasks.id, id))")],
  ["owner-in-query", SERVER, query("context.db.update(tasks).set({ userId: id }).where(eq(tasks.id, id))")],
  [
    "owner-in-query",
    SERVER,
    query("context.db.delete(tasks).where(or(ownTasks(context), eq(tasks.id, id)))"),
  ],
  ["owner-in-query", SERVER, query(`context.db.execute(sql\`select title from tasks where id = \${id}\`)`)],
  [
    "owner-in-query",
    SERVER,
    query(`context.db.execute(sql\`update \${tasks} set title = '' where id = \${id}\`)`),
  ],
  [
    "owner-in-query",
    SERVER,
    'import { tasks as table } from "./tables.ts";\nexport const forget = (db) => db.delete(table);',
  ],
  ["suppressions", SERVER, "// @ts-expect-error\nwork();"],
  ["suppressions", SERVER, "// biome-ignore lint/a/b: see above\nwork();"],
])("%s bites in %s: %#", (rule, path, text) => {
  const violations = violationsOf({ [path]: text });
  expect(violations).toHaveLength(1);
  expect(violations[0]).toContain(`${rule}: `);
});

test.each([
  [SERVER, `export function short() {\n${lines(58)}}`],
  ["src/a.test.ts", `describe("tasks", () => {\n${'  test("story", () => work());\n'.repeat(80)}});`],
  [
    "src/a.test.ts",
    `describe("tasks", () => {\n  let ada: Person;\n  beforeEach(() => work());\n${'  test("story", () => work());\n'.repeat(80)}});`,
  ],
  ["src/platform/config/planted.ts", "export const given = process.env;"],
  [SERVER, "export const env = context.env; process.exit();"],
  ["src/platform/outbound/planted.ts", 'import { connect } from "node:net";'],
  [SERVER, 'import { isIP } from "node:net";\nimport type { Socket } from "node:net";'],
  [SERVER, "export const read = ({ fetch }) => fetch(address);"],
  [PAGE, 'export const read = () => fetch("/files/1");'],
  [SERVER, `export const a = sql\`select \${column} from days\`;`],
  [SERVER, 'await client.query("select 1 from days where day = $1", [day]);'],
  [SERVER, `throw new Error(\`select \${name}\`);`],
  [SERVER, "export const a = b as Task; export const c = d as unknown;"],
  [
    SERVER,
    "const a = () => {\n  try {\n    act();\n  } catch (error) {\n    log(error);\n    return null;\n  }\n};",
  ],
  [
    SERVER,
    "const a = () => {\n  try {\n    act();\n  } catch {\n    // A folder that is not there has no files.\n    return [];\n  }\n};",
  ],
  [PAGE, "// Who has gone needs no answer.\nact().catch(() => undefined);"],
  [PAGE, "act().catch((error) => show(error));"],
  [PAGE, "element.textContent = text;"],
  ["src/platform/client/use-write.ts", 'import { useMutation } from "@tanstack/react-query";'],
  [PAGE, 'import { useQuery } from "@tanstack/react-query";'],
  ["src/a.test.ts", "await owner.query(`update jobs.job set start_after = now() - interval '1 s'`);"],
  [SERVER, `await db.execute(sql\`select a from (select 1 as a offset 0) b\`);`],
  ["src/platform/audit/functions.sql", "select a from (select 1 as a offset 0) b;"],
  [SERVER, "await db.select().from(days).orderBy(days.createdAt, desc(days.id)).limit(10);"],
  [SERVER, "const page = keyset([newest(days.createdAt), newest(days.id)], input);"],
  [SERVER, "await db.select().from(days).orderBy(...page.orderBy).limit(page.fetch);"],
  [
    SERVER,
    `await db.execute(sql\`select id from days order by \${days.title} desc nulls last, \${days.id} limit 5\`);`,
  ],
  [SERVER, "const half = sql`percentile_cont(0.5) within group (order by minutes)`;"],
  [
    "src/platform/audit/functions.sql",
    "-- in order by title\nselect id from days d order by lower(d.title), d.id desc limit 3 for update skip locked;",
  ],
  [SERVER, "const zone = offset(at, timeZone); const { offset: start } = node;"],
  ["src/platform/audit/functions.sql", "-- without offset 20\nselect utc_offset from zones;"],
  [SERVER, 'const path = import.meta.resolve("pg");'],
  [SERVER, "const { told } = record;\nexport const keepAliveMs = 1;\nexport const storytelling = told;"],
  [SERVER, "export const answer = { said: text };"],
  [
    SQL,
    "-- It tells nobody.\ndrop function if exists tell_workers();\nselect 'keep' as action, storytelling from days;",
  ],
  [STYLE, '.a[data-kept] { content: "told"; }\n/* .desk */'],
  [SERVER, 'log.info("IMAP sync ended", { userId }); console.log("done."); parser.error("the end.");'],
  [SERVER, 'log.warn(isLate ? "Late" : "Early", { error });'],
  ["src/platform/time/planted.ts", "export const text = at.toLocaleDateString();"],
  ["src/platform/numbers/planted.ts", "export const text = count.toLocaleString();"],
  [SERVER, 'export const at = new Date().toISOString(); const text = name.toLocaleLowerCase("en");'],
  [PAGE, 'export const Part = () => <a href="#top" style={{ color: "var(--ink)" }} />;'],
  [STYLE, ".a { color: var(--red); background: url(#paint); fill: currentColor; white-space: nowrap; }"],
  ["src/ui/theme/tokens.css", ":root { --ink: #10131a; --layer-menu: 20; font-size: 14px; }"],
  [STYLE, ".a { z-index: var(--layer-1); z-index: auto; }"],
  [STYLE, ".a { font-size: var(--text-list); border-radius: 0 50%; font: inherit; padding: 3px; }"],
  [SERVER, query("context.db.select().from(tasks).where(ownTasks(context, eq(tasks.id, id)))")],
  [SERVER, query("context.db.$count(tasks, ownTasks(context, eq(tasks.id, id)))")],
  [SERVER, query("context.db.select().from(tasks).where(mineToo(context))")],
  [SERVER, query("context.db.select().from(tasks).where(and(eq(tasks.userId, id), eq(tasks.id, id)))")],
  [SERVER, query(`context.db.delete(tasks).where(sql\`user_id = \${id} and title = ''\`)`)],
  [SERVER, query("context.db.select().from(days).where(eq(days.day, id))")],
  [SERVER, query(`context.db.execute(sql\`select title from tasks where user_id = \${id}\`)`)],
  ["src/features/tasks/planted.test.ts", query("database.db.select().from(tasks)")],
  [SERVER, "// biome-ignore lint/a/b: the parts of a text have no other name\nwork();"],
])("%s allows similar code: %#", (path, text) => {
  expect(violationsOf({ [path]: text })).toEqual([]);
});

const CAST = "export const a = b as unknown as Task;";

test.each([
  [SERVER, `// rule: double-cast - the package forgot this field\n${CAST}`],
  [SERVER, `// rule: double-cast - the package\n// forgot this field\n${CAST}`],
  [SERVER, `// A plain word first.\n// rule: double-cast - the package forgot this field\n${CAST}`],
  [SERVER, `export const a = b as unknown as Task; // rule: double-cast - the package forgot this field`],
  [
    SERVER,
    "// rule: double-cast - the package forgot this field\nexport const a = made(\n  b as unknown as Task,\n);",
  ],
  [
    SERVER,
    "const a = {\n  // rule: double-cast - the package forgot this field\n  b: made(\n    c as unknown as Task,\n  ),\n};",
  ],
  [
    PAGE,
    'export const Part = () => (\n  <p>\n    {/* rule: script-colours - a colour of a person */}\n    <b style={{ color: "#fff" }} />\n  </p>\n);',
  ],
  [STYLE, ".a {\n  /* rule: style-colours - paper is white in every theme */\n  color: #fff;\n}"],
  [
    "src/platform/audit/functions.sql",
    "-- rule: offset-in-sql - five rows at most, of one person\nselect 1 offset 20;",
  ],
])("an exception with its place and its reason is accepted: %s %#", (path, text) => {
  expect(violationsOf({ [path]: text })).toEqual([]);
});

test.each([
  [
    "of another rule",
    `// rule: built-sql - the package forgot this field\n${CAST}`,
    /double-cast: make.*nothing here breaks/s,
  ],
  ["without a reason", `// rule: double-cast - because\n${CAST}`, /does not say why$/],
  [
    "that a gap parts",
    `// rule: double-cast - the package forgot this field\n\n${CAST}`,
    /double-cast: make.*nothing here breaks/s,
  ],
  [
    "of what was mended",
    "// rule: double-cast - the package forgot this field\nexport const a = b;",
    /^[^,]*nothing here breaks/,
  ],
  [
    "of the place above",
    `// rule: double-cast - the package forgot this field\n${CAST}\nexport const c = d as unknown as Task;`,
    /^src[^,]+planted.ts:3: double-cast: make/,
  ],
])("an exception %s has no effect", (_name, text, message) => {
  expect(violationsOf({ [SERVER]: text }).join()).toMatch(message);
});

/** Without the exceptions of the real tree, whose files are not here. */
function violationsOf(files: Record<string, string>, debts = {}): string[] {
  const sources = new Map(Object.entries({ ...TABLES, ...files }));
  return ruleViolations(sources, debts).filter(
    (line) => line.startsWith("suppressions") || [...sources.keys()].some((path) => line.startsWith(path)),
  );
}
