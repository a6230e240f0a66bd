import { existsSync, readdirSync } from "node:fs";
import { is, SQL } from "drizzle-orm";
import { getTableConfig, PgDialect, PgTable } from "drizzle-orm/pg-core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, expect, test, vi } from "vitest";
import type { AnyCapability } from "#platform/capability/definition.ts";
import type { AnyFields } from "#platform/fields/field-kinds.ts";

/**
 * Every field table gets an additional field (decision 0066) that only its definition contains, and the column that a
 * generated migration would add. The resources with fields are found in the slices; each must support it at every
 * interface.
 */
vi.resetModules();
const { optionalText } = await import("#platform/fields/field-kinds.ts");
const extra = {
  ...optionalText({ label: "Moonlight", max: 60, form: "line", search: "C" }),
  /** The places that some nouns add. */
  ...{ vcard: "none", merge: "first", shown: "none", elsewhere: "none", concernsInvited: false },
};

const SLICES = readdirSync("src/features").filter((slice) => existsSync(`src/features/${slice}/fields.ts`));
for (const slice of SLICES)
  vi.doMock(`#features/${slice}/fields.ts`, async (original) => {
    const definition = await original<Record<string, unknown>>();
    const withExtra = ([name, value]: [string, unknown]) =>
      name.endsWith("Fields") ? [name, { ...(value as AnyFields), extra }] : [name, value];
    return Object.fromEntries(Object.entries(definition).map(withExtra));
  });
afterAll(() => {
  for (const slice of SLICES) vi.doUnmock(`#features/${slice}/fields.ts`);
  vi.resetModules();
});

const { testDatabase } = await import("#platform/testing/test-database.ts");
const { undoLastAction } = await import("#platform/testing/undo-last-action.ts");
const { shippedFiles } = await import("#platform/config/shipped-files.ts");
const { readSqlFiles } = await import("#platform/database/sql-files.ts");
const { formOf } = await import("#platform/fields/field-form.ts");
const { RecordForm } = await import("#ui/forms/record-form.tsx");
const { registry } = await import("../slices.ts");
const { aDocument } = await import("#features/documents/factory.ts");
const { documents } = await import("#features/documents/tables.ts");

/** Editable resources whose fields are written by hand, with the reason. */
const BY_HAND: Readonly<Record<string, string>> = {
  systemSettings:
    "the settings of the instance have a table of their own (platform/system-settings/fields.ts)",
  profile: "one row for each person, without versions and lists; its form saves each group by itself",
  emails: "a draft: its body, recipients and files are one message, with an editor in place of a form",
  mailAccounts:
    "servers and passwords that are tried before they are stored; an update changes three switches",
  mailPreferences: "one row of switches for each person",
  mailSearches: "a name and a query, of which the query is parsed",
  messages: "one text",
  conversations: "a name and who takes part",
  calendars: "a name, a colour and whether it is shown",
  bookingPages: "numbers that may be null, days and hours that go together: kinds that nothing else needs",
  integrations: "switches of a connection",
  cardAccounts:
    "a server and a password that are tried before they are stored; an update chooses an address book",
  webhooks: "an address that is checked, and the events it is sent",
  assistantMemories: "one text",
  commitments: "found in messages; an update changes the words and the due time",
};

const server = await testDatabase();
const { aUser, as, owner } = server;
const ada = as(await aUser({ fullName: "Ada Lovelace" }));

const hasField = ({ definition }: AnyCapability) => "extra" in Reflect.get(definition.input, "shape");
const changing = [...registry.values()].filter(({ verb }) => verb === "update");
const NOUNS = changing.filter(hasField).map(({ resource }) => resource);

await owner.query(readSqlFiles(shippedFiles(), ["before"]));
for (const table of await tablesWithFields()) await addColumn(table);
await owner.query(readSqlFiles(shippedFiles(), ["functions"]));

test("every noun that can be edited has a table of fields and is tested here, or has a reason", () => {
  // Documents are created from files, by no capability.
  const creatable = NOUNS.filter((noun) => exampleOf(noun) || noun === "documents");
  expect(creatable).toEqual(NOUNS);
  const others = changing.map(({ resource }) => resource).filter((noun) => !NOUNS.includes(noun));
  expect(others.toSorted()).toEqual(Object.keys(BY_HAND).toSorted());
});

test.each(NOUNS)("a new field of %s is created, read, listed, changed, compared and undone", async (noun) => {
  const { id, version } = await make(noun, " First light ");
  const first = { extra: "First light" };
  expect(await call(noun, "get", { id })).toMatchObject(first);
  expect(await call(noun, "list")).toMatchObject({ items: [first] });
  expect(await call(noun, "update", { id, version, extra: "Second" })).toMatchObject({ extra: "Second" });
  await expect(call(noun, "update", { id, version, extra: "Third" })).rejects.toMatchObject({
    code: "conflict",
    details: { current: { extra: "Second" } },
  });
  await expect(call(noun, "update", { id, version, extra: "x".repeat(61) })).rejects.toMatchObject({
    code: "invalid",
    details: { fields: { extra: expect.any(String) } },
  });
  // Updates of templates cannot be undone.
  if (noun === "templates") return;
  const verbs = Object.fromEntries([...registry].filter(([name]) => name.startsWith(`${noun}.`)));
  expect(await undoLastAction(server, ada, verbs)).toMatchObject(first);
});

test("a new field is found by search in every searchable noun", async () => {
  for (const table of await tablesWithFields()) {
    const { name, columns } = getTableConfig(table);
    if (!columns.some((column) => column.name === "search")) continue;
    const { rows } = await owner.query(
      `select extra from ${name} where search @@ to_tsquery('simple', 'light')`,
    );
    expect([name, rows]).toEqual([name, [{ extra: "First light" }]]);
  }
});

test.each(SLICES)("a new field of %s is in its form and in the data that the form sends", async (slice) => {
  const definition: Record<string, AnyFields> = await import(`#features/${slice}/fields.ts`);
  for (const [name, fields] of Object.entries(definition).filter(([each]) => each.endsWith("Fields"))) {
    const form = formOf(fields);
    const draft = { ...form.blank, extra: "By night" };
    const props = { fields, draft, onChange: () => {}, parts: ownParts(fields) };
    const markup = renderToStaticMarkup(createElement(RecordForm<AnyFields, typeof draft>, props as never));
    expect([name, markup]).toEqual([name, expect.stringMatching(/Moonlight.*By night/s)]);
    const before = form.initialValues({});
    expect(form.changeBetween(before, { ...before, extra: "By night" })).toEqual({ extra: "By night" });
  }
});

type Made = { id: string; version: number };

const call = (noun: string, verb: string, input: object = {}) =>
  ada.invoke(registry.get(`${noun}.${verb}`), input);

const exampleOf = (noun: string) => registry.get(`${noun}.create`)?.definition.example as object | undefined;

async function make(noun: string, words: string): Promise<Made> {
  const example = exampleOf(noun);
  if (example) return (await call(noun, "create", { ...example, extra: words })) as Made;
  const row = { ...aDocument({ userId: ada.userId }), extra: words.trim() };
  const [made] = await ada.run(({ db }) => db.insert(documents).values(row).returning());
  if (!made) throw new Error("The document was not made");
  return made;
}

/** Those of the slices that have the column by now. */
async function tablesWithFields(): Promise<PgTable[]> {
  const files = SLICES.flatMap((slice) =>
    readdirSync(`src/features/${slice}`)
      .filter((file) => /^([a-z-]+-)?tables\.ts$/.test(file))
      .map((file) => `#features/${slice}/${file}`),
  );
  const modules = await Promise.all(files.map((file) => import(file)));
  return modules
    .flatMap((module): unknown[] => Object.values(module))
    .filter((each): each is PgTable => is(each, PgTable) && "extra" in each);
}

/** What the generated migration does. */
async function addColumn(table: PgTable): Promise<void> {
  const { name, columns } = getTableConfig(table);
  await owner.query(`alter table ${name} add extra text`);
  const generated = columns.find((column) => column.name === "search")?.generated?.as;
  if (!is(generated, SQL)) return;
  const { sql } = new PgDialect().sqlToQuery(generated);
  await owner.query(
    `alter table ${name} drop search, add search tsvector generated always as (${sql}) stored`,
  );
}

/** The additional parts of a form belong to its resource. */
const ownParts = (fields: AnyFields) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind }]) =>
      kind === "reference" || kind === "structure" ? [[name, () => null]] : [],
    ),
  );
