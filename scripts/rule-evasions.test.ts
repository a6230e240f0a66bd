import { expect, test } from "vitest";
import { ruleViolations } from "./check-rules.ts";

// The same violations in other words: an alias, another quote, another call. Each rule must find these too.

const TABLES = {
  "src/features/tasks/tables.ts":
    'export const tasks = pgTable("tasks", { userId: uuid() });\nexport const days = pgTable("days", { day: text() });',
};
const SERVER = "src/features/tasks/planted.ts";
const PAGE = "src/features/tasks/web/planted.tsx";
const STYLE = "src/features/tasks/web/planted.module.css";
const SQL = "src/features/tasks/functions.sql";
const query = (text: string) =>
  `import { days, tasks } from "./tables.ts";\nexport const read = (context, id) => ${text};`;
const style = (text: string) => `export const Part = () => <p style={{ ${text} }} />;`;

test.each([
  ["process-env", SERVER, "const own = process; own.env.PORT;"],
  ["process-env", SERVER, 'import own from "node:process"; own.env.PORT;'],
  ["process-env", PAGE, "export const mode = import.meta.env.MODE;"],
  ["network", SERVER, 'export { connect } from "node:net";'],
  ["network", SERVER, 'export * from "node:net";'],
  ["network", SERVER, 'const net = process.getBuiltinModule("node:net");'],
  ["network", SERVER, "const options = { fetch: guarded };\nexport const read = () => fetch(address);"],
  ["network", SERVER, "export const read = fetch;"],
  ["network", SERVER, 'globalThis["fetch"](address);'],
  ["network", SERVER, "const { fetch: get } = globalThis;"],
  ["built-sql", SERVER, 'const text = "select * from " + table;'],
  ["built-sql", SERVER, `await db.run(\`delete from \${table}\`);`],
  ["built-sql", SERVER, 'run("select a from ".concat(table));'],
  ["built-sql", SERVER, 'run(["select", column, "from days"].join(" "));'],
  ["built-sql", SERVER, 'let text = "select * from days";\ntext += condition;'],
  ["built-sql", SERVER, "const { raw } = sql;"],
  ["double-cast", SERVER, "export const a = <Task><unknown>b;"],
  ["double-cast", SERVER, "export const a = (b as unknown)! as Task;"],
  ["swallowed-error", SERVER, "act().then(next, () => undefined);"],
  ["swallowed-error", SERVER, "act().then(next, (error) => null);"],
  ["swallowed-error", SERVER, "const nothing = () => {};\n\nact().catch(nothing);"],
  ["swallowed-error", SERVER, "try {\n  act();\n} catch {\n  void 0;\n}"],
  ["swallowed-error", SERVER, "try {\n  act();\n} catch (error) {\n  void error;\n}"],
  ["swallowed-error", SERVER, "act().catch((error) => void error);"],
  ["raw-html", PAGE, 'element["innerHTML"] = text;'],
  ["raw-html", PAGE, "Object.assign(element, { innerHTML: text });"],
  ["raw-html", PAGE, 'element.setAttribute("srcdoc", text);'],
  ["raw-html", PAGE, "range.createContextualFragment(text);"],
  ["raw-html", PAGE, 'export const props = { "dangerouslySetInnerHTML": text };'],
  ["raw-html", "scripts/help-site/planted.mjs", "element.innerHTML = text;"],
  [
    "due-now",
    "src/platform/jobs/queue.test.ts",
    "await owner.query(`update mails SET due_at=NOW(), state = $1`);",
  ],
  ["offset-paging", SERVER, 'client.query("select 1 from days limit 10 offset $1", [start]);'],
  ["offset-in-sql", SQL, "select 1 from days offset start limit 3;"],
  ["offset-in-sql", SQL, "select 1 from days offset (page - 1) * 10;"],
  ["offset-in-sql", SQL, "select 1 from days offset greatest(start, 1);"],
  ["create-require", SERVER, 'import { createRequire as load } from "node:module";'],
  ["create-require", SERVER, 'import pg = require("pg");'],
  ["page-writes", PAGE, 'import { useMutation as useSave } from "@tanstack/react-query";'],
  [
    "page-writes",
    PAGE,
    'import * as query from "@tanstack/react-query";\nexport const save = query.useMutation({});',
  ],
  ["page-writes", PAGE, 'import { MutationObserver } from "@tanstack/react-query";'],
  ["page-writes", PAGE, 'export { useMutation } from "@tanstack/react-query";'],
  ["script-colours", PAGE, style('color: "crimson"')],
  ["script-colours", PAGE, style('border: "1px solid #ccc"')],
  ["script-colours", PAGE, style(`background: \`#\${value}\``)],
  ["script-colours", PAGE, 'export const Part = () => <path fill="red" />;'],
  ["script-sizes", PAGE, style("zIndex: 10")],
  ["script-sizes", PAGE, style("fontSize: 13")],
  ["script-sizes", PAGE, style('borderRadius: "4px"')],
  ["style-colours", STYLE, ".a { color: crimson; }"],
  ["style-colours", STYLE, ".a { background: color-mix(in srgb, tomato, var(--ink)); }"],
  ["style-colours", STYLE, ".a { --own: #fff; }"],
  ["style-layers", STYLE, ".a { --own: 5; z-index: var(--own); }"],
  ["style-layers", STYLE, ".a { z-index: calc(var(--layer-menu) + 1); }"],
  ["style-sizes", STYLE, ".a { --own: 13px; font-size: var(--own); }"],
  ["style-sizes", STYLE, ".a { font-size: 3vw; }"],
  ["style-sizes", STYLE, ".a { font-size: small; }"],
  ["sql-names", SQL, 'CREATE FUNCTION "tell"() returns void language sql as $$ select 1 $$;'],
  [
    "sql-names",
    SQL,
    "create function f() returns void as $$ declare told uuid; begin end $$ language plpgsql;",
  ],
  ["sql-names", SQL, "with kept as (select 1) select 1;"],
  ["sql-names", SQL, "create trigger a after insert on b referencing new table as told for each statement;"],
  ["style-names", STYLE, ".row:not(.kept) > b { color: inherit; }"],
  ["style-names", STYLE, "@media print { .row-told { color: inherit; } }"],
  ["style-names", STYLE, "@keyframes told { from { opacity: 0; } }"],
  ["log-messages", SERVER, "this.#log.error(`the mail was not sent`, { error });"],
  ["log-messages", SERVER, 'log["error"]("the mail was not sent");'],
  ["log-messages", SERVER, 'log.error("Mail " + id);'],
  ["log-messages", SERVER, 'log?.error("the mail was not sent");'],
  ["log-messages", SERVER, 'log.warn(isLate ? "late" : "Early");'],
  [
    "log-messages",
    SERVER,
    'outageLog(log, { failure: "the queue failed", recovery: "The queue works again" });',
  ],
  ["time-format", SERVER, "export const text = at.toDateString();"],
  ["time-format", SERVER, "const { DateTimeFormat } = Intl;"],
  ["time-format", SERVER, 'export const format = new globalThis.Intl.DateTimeFormat("en");'],
  ["time-format", SERVER, 'import { format } from "date-fns";'],
  ["time-format", PAGE, `export const text = \`\${at.getUTCHours()}:00\`;`],
  ["owner-in-query", SERVER, query('context.db.select().from(alias(tasks, "own")).where(eq(tasks.id, id))')],
  [
    "owner-in-query",
    SERVER,
    'import { tasks } from "./tables.ts";\nconst own = alias(tasks, "own");\nexport const read = (db) => db.select().from(own);',
  ],
  [
    "owner-in-query",
    SERVER,
    'import * as tables from "./tables.ts";\nexport const read = (db) => db.select().from(tables.tasks);',
  ],
  ["owner-in-query", SERVER, query("context.db.select().from(days).leftJoin(tasks, eq(tasks.id, days.day))")],
  ["owner-in-query", SERVER, query("context.db.select().from(tasks).where(not(eq(tasks.userId, id)))")],
  ["owner-in-query", SERVER, query("context.db.select().from(tasks).where(sql`user_id is not null`)")],
  ["owner-in-query", SERVER, query('client.query("select title from tasks where id = $1", [id])')],
  ["owner-in-query", SERVER, query(`db.execute(sql\`select user_id, title from tasks where id = \${id}\`)`)],
  [
    "owner-in-query",
    SERVER,
    query(`db.execute(sql\`select t.title from days d, tasks t where t.day = d.day\`)`),
  ],
  [
    "owner-in-query",
    SERVER,
    `const table = isTask ? tasks : days;\n${query("context.db.update(table).where(eq(table.id, id))")}`,
  ],
  ["owner-in-query", SERVER, query("context.db.select().from(isTask ? tasks : days).where(eq(days.id, id))")],
  ["owner-in-query", SERVER, query(`db.execute(sql\`delete from public.tasks where id = \${id}\`)`)],
])("%s bites in %s in other words: %#", (rule, path, text) => {
  const violations = violationsOf({ [path]: text });
  expect(violations).toHaveLength(1);
  expect(violations[0]).toContain(`${rule}: `);
});

test.each([
  [SERVER, "export const read = async ({ fetch }) => { await fetch(address); };"],
  [SERVER, "export type Fetch = typeof fetch;"],
  [SERVER, "export const read = (options) => options.fetch(address);"],
  [SERVER, 'export const text = "from " + sender;'],
  [SERVER, "export const is = act().then(() => true, () => false);"],
  [SERVER, "// The failure was already shown.\nconst nothing = () => undefined;\n\nact().catch(nothing);"],
  [PAGE, style("zIndex: 0, fontSize: size, borderRadius: 0")],
  [PAGE, style('background: "none", color: "inherit"')],
  [PAGE, 'export const Part = () => <Badge tone="red" color="red" />;'],
  [STYLE, ".a { font-size: inherit; font-size: 0.9em; font-size: var(--text-list); }"],
  [SERVER, `export const text = \`\${at.getUTCFullYear()}-01-01\`;`],
  [SQL, "create table shifts (offset_minutes int, start timestamptz);"],
  [
    SERVER,
    query(
      "context.db.select().from(days).innerJoin(tasks, eq(tasks.id, days.day)).where(eq(tasks.userId, id))",
    ),
  ],
  [SERVER, query('client.query("select title from tasks where user_id = $1", [id])')],
])("%s allows similar code: %#", (path, text) => {
  expect(violationsOf({ [path]: text })).toEqual([]);
});

/** Without the exceptions of the real tree, whose files are not here. */
function violationsOf(files: Record<string, string>): string[] {
  const sources = new Map(Object.entries({ ...TABLES, ...files }));
  return ruleViolations(sources, {}).filter((line) =>
    [...sources.keys()].some((path) => line.startsWith(path)),
  );
}
