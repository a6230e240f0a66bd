import { beforeAll, expect, test } from "vitest";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { containsExternalText } from "#platform/capability/external-text.ts";
import { OWN } from "#platform/capability/provenance.ts";
import { withClient } from "#platform/database/connection.ts";
import { BOOTSTRAP_USER } from "#platform/database/roles.ts";
import { jsonSchema } from "#platform/http/rest-routes.ts";
import { sampleInput } from "#platform/testing/sample-input.ts";
import { type InjectedCall, ORDER } from "#platform/testing/stand-ins/obedient-model.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { anAssistantWithModel } from "../assistant/factory.ts";
import { settings } from "../assistant/settings.ts";
import { registry } from "../slices.ts";
import { fillEmptyTables } from "./fill-tables.ts";
import { injectedCalls, injectedRunsOf } from "./injected-run/factory.ts";

// Decision 0065: external text in one field marks the record, and no edit of another field unmarks it.

const server = await anAssistantWithModel();
const { owner } = server;
/** Only the cluster's superuser may write without its triggers. */
const bootstrap = { ...server.connection("owner"), user: BOOTSTRAP_USER };
const { runInjected, countTraces } = injectedRunsOf(server);

let ada: Person;
let calls: InjectedCall[];
beforeAll(async () => {
  ada = server.as(await server.aUser({ fullName: "Ada Lovelace" }));
  await ada.invoke(settings.save, { modelUse: "always" });
  const bob = { contactName: "Bob", contactEmail: "bob@example.com" };
  calls = injectedCalls((await ada.invoke(named("contacts.create"), bob)) as { id: string; version: number });
});

function named(name: string): AnyCapability {
  const capability = registry.get(name);
  if (!capability) throw new Error(`There is no ${name}`);
  return capability;
}

/** The resources whose text may count as the person's own (external-text.test.ts), and their tables. */
const TABLES: Record<string, string> = {
  assistantMemories: "assistant_memories",
  contacts: "contacts",
  locations: "user_locations",
  projects: "projects",
  tasks: "tasks",
};

type Column = { table: string; column: string; type: string };

/** Every column of a record that can contain text, from the database catalog. */
async function columnsWithText(): Promise<Column[]> {
  const { rows } = await owner.query<Column>(
    `select c.table_name as table, c.column_name as column, c.data_type as type
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       join information_schema.columns p on p.table_schema = 'public' and p.table_name = c.table_name
        and p.column_name = 'provenance'
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
        and c.data_type in ('text', 'ARRAY', 'jsonb') and c.udt_name not in ('_uuid', '_int4', '_timestamptz')
        and c.column_name <> 'provenance' order by 1, 2`,
  );
  return rows;
}

const WORDS: Record<string, string> = {
  text: `'${ORDER}'`,
  ARRAY: `array['${ORDER}']`,
  jsonb: `'{"text": "${ORDER}"}'`,
};

/**
 * The preview of a mail, which a trigger makes from the body, and the text and outcome of a completed decision: triggers
 * reject other values, or restore the old ones.
 */
const NEVER_CHANGE = [
  "emails.preview",
  ...["description", "outcome", "threshold", "title"].map((name) => `team_decisions.${name}`),
];

/** Whether a person's own row still counts as theirs after a webhook wrote one field; null: the field took no text. */
async function isStillOwn({ table, column, type }: Column): Promise<boolean | null> {
  const client = await owner.connect();
  try {
    await client.query("begin");
    await client.query("select set_config('app.provenance', 'webhook', true)");
    const { rows } = await client.query(
      `update "${table}" set "${column}" = ${WORDS[type]} where ctid = (select min(ctid) from "${table}")
       returning provenance, "${column}"::text like '%${ORDER}%' as "isWritten"`,
    );
    const [{ provenance, isWritten }] = rows;
    return isWritten ? OWN.includes(provenance) : null;
  } catch (error) {
    if ((error as Error).message === "What is voted on does not change") return null;
    throw error;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

const ownershipOf = async (columns: readonly Column[]) => {
  const found: { column: string; own: boolean | null }[] = [];
  for (const each of columns)
    found.push({ column: `${each.table}.${each.column}`, own: await isStillOwn(each) });
  return found;
};

const ofNoun = (noun: string) => named(`${noun}.list`);

/** Other edits of the record that the person makes on their page. */
const OTHER_EDITS: Record<string, (record: Row) => [string, Record<string, unknown>][]> = {
  assistantMemories: ({ id }) => [
    ["assistantMemories.delete", { id }],
    ["assistantMemories.restore", { id }],
  ],
  contacts: ({ id, version }) => [
    ["contacts.update", { id, version, relationship: "friend", isFavorite: true }],
    ["contacts.confirm", { id }],
  ],
  locations: ({ id }) => [["locations.makePrimary", { id }]],
  projects: ({ id, version }) => [["projects.update", { id, version, status: "completed" }]],
  tasks: ({ id, version }) => [
    ["tasks.update", { id, version, priority: "low", tags: ["x"] }],
    ["tasks.move", { id, status: "in_progress" }],
  ],
};
type Row = { id: string; version: number };

test.for(Object.keys(TABLES))(
  "%s: text written by a webhook is never obeyed, even after the person edited another field",
  async (noun) => {
    const table = TABLES[noun] ?? "";
    const create = named(`${noun}.create`);
    const made = (await ada.invoke(create, sampleInput(jsonSchema(create.definition.input)))) as Row;
    const read = async () => ada.invoke(ofNoun(noun), {});
    const [field] = (await columnsWithText()).filter(
      (each) => each.table === table && LISTED_FIELDS.test(each.column),
    );
    await owner.query(`update "${table}" set "${field?.column}" = $2 where id = $1`, [
      made.id,
      `Hooked ${ORDER}`,
    ]);
    const dares = async () => {
      expect(containsExternalText(ofNoun(noun), await read())).toBe(true);
      const { hasOrder, did } = await runInjected(ada, calls, ofNoun(noun), {});
      expect({ hasOrder, did, traces: await countTraces(ada) }).toEqual({
        hasOrder: true,
        did: [],
        traces: 0,
      });
    };
    await dares();
    for (const [name, input] of OTHER_EDITS[noun]?.(await current(table, made.id)) ?? [])
      await ada.invoke(named(name), { ...input });
    await dares();
    await owner.query(`delete from "${table}" where id = $1`, [made.id]);
  },
);

test("text of an imported calendar file is never obeyed", async () => {
  const component = (kind: string, ...lines: string[]) => [`BEGIN:${kind}`, ...lines, `END:${kind}`];
  const text = [
    ...["BEGIN:VCALENDAR", "VERSION:2.0"],
    ...component("VEVENT", "UID:event", "DTSTART:20270301T090000Z", `SUMMARY:Filed ${ORDER}`),
    ...component("VTODO", "UID:task", `SUMMARY:Filed ${ORDER}`),
    ...["END:VCALENDAR", ""],
  ].join("\r\n");
  await ada.invoke(named("calendarFiles.import"), { text });
  const { rows } = await owner.query<{ provenance: string }>(
    `select provenance from events where user_id = $1 and title like 'Filed %'
     union all select provenance from tasks where user_id = $1 and title like 'Filed %'`,
    [ada.userId],
  );
  expect(rows).toEqual([{ provenance: "import" }, { provenance: "import" }]);
  expect(containsExternalText(ofNoun("tasks"), await ada.invoke(ofNoun("tasks"), {}))).toBe(true);
  const { hasOrder, did } = await runInjected(ada, calls, ofNoun("tasks"), {});
  expect({ hasOrder, did, traces: await countTraces(ada) }).toEqual({ hasOrder: true, did: [], traces: 0 });
  await owner.query("delete from tasks where user_id = $1 and title like 'Filed %'", [ada.userId]);
});

/** A field that every list of its noun shows. */
const LISTED_FIELDS = /^(title|name|content|contact_name)$/;

const current = async (table: string, id: string): Promise<Row> =>
  (await owner.query(`select * from "${table}" where id = $1`, [id])).rows[0];

test("one field written by something else makes the whole record external text, whatever the field is called", async () => {
  await dropChecks();
  await fillEmptyTables(bootstrap, ada.userId);
  const columns = await columnsWithText();
  const tables = [...new Set(columns.map(({ table }) => table))];
  expect(tables.length).toBeGreaterThan(50);
  expect(Object.values(TABLES).filter((table) => !tables.includes(table))).toEqual([]);
  await asPersonsOwn(tables);
  const found = await ownershipOf(columns);
  expect(found.filter(({ own }) => own).map(({ column }) => column)).toEqual([]);
  expect(found.filter(({ own }) => own === null).map(({ column }) => column)).toEqual(NEVER_CHANGE);
  expect(found.length).toBeGreaterThan(300);
  // Proof that the law works: without its trigger, a table is reported with each of its fields.
  await owner.query("alter table contacts disable trigger update_provenance");
  const planted = await ownershipOf(columns.filter(({ table }) => table === "contacts"));
  await owner.query("alter table contacts enable trigger update_provenance");
  expect(planted.filter(({ own }) => own).map(({ column }) => column)).toContain("contacts.note");
}, 60_000);

/** Without checks an enum column accepts any text, and an empty table a row made from its column types alone. */
const dropChecks = () =>
  owner.query(`do $$ declare c record; begin
    for c in select conrelid::regclass as owned, conname from pg_constraint
              where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 0 loop
      execute format('alter table %s drop constraint %I', c.owned, c.conname);
    end loop; end $$`);

/** Without the triggers, as if each row had been typed by its person. */
async function asPersonsOwn(tables: readonly string[]): Promise<void> {
  const statements = tables.map((table) => `update "${table}" set provenance = 'person'`).join("; ");
  await withClient(bootstrap, (client) =>
    client.query(`begin; set local session_replication_role = replica; ${statements}; commit`),
  );
}
