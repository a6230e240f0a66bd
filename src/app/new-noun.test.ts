import { readFile } from "node:fs/promises";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { customType, index, pgTable, uuid } from "drizzle-orm/pg-core";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { registryOf } from "#platform/capability/slice.ts";
import { fieldsBefore, Id, pageInput, pageOf } from "#platform/capability/wire.ts";
import { editable, record } from "#platform/database/columns.ts";
import { withClient } from "#platform/database/connection.ts";
import { columnsIn, columnsOf, searchTextOf } from "#platform/database/field-columns.ts";
import { keyset, newest } from "#platform/database/keyset.ts";
import { migrate } from "#platform/database/migrations/migrate.ts";
import { readMigrations } from "#platform/database/migrations/migrations-folder.ts";
import { ownRows } from "#platform/database/policies.ts";
import { formOf } from "#platform/fields/field-form.ts";
import { longText, requiredText } from "#platform/fields/field-kinds.ts";
import { changeShape, createShape, recordShape } from "#platform/fields/field-shapes.ts";
import { openApiDocument } from "#platform/http/openapi.ts";
import { restRoutes } from "#platform/http/rest-routes.ts";
import { agentNouns } from "#platform/mcp/resources.ts";
import { agentTools } from "#platform/mcp/tools/agent-tools.ts";
import { migrationBetween, snapshotOf } from "#platform/testing/drizzle-kit.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { slices } from "./slices.ts";

// 'Add a noun' of docs/architecture.md: its files in their order, here one after the other, then what follows from them.

/** fields.ts */
const bookFields = {
  title: requiredText({
    label: "Title",
    max: 200,
    missing: "Please enter a title",
    form: "line",
    search: "A",
  }),
  notes: longText({ label: "Notes", max: 2000, form: "line", search: "C" }),
} as const;

/** model.ts */
const Book = z.object({ id: Id, ...recordShape(bookFields), version: z.int() });
const NewBook = z.strictObject(createShape(bookFields));
const BookChange = z.strictObject({ ...changeShape(bookFields), id: Id, version: z.int() });

/** tables.ts */
const searchVector = customType<{ data: string }>({ dataType: () => "tsvector" });
const bookTable = pgTable(
  "books",
  {
    ...record(),
    userId: uuid().notNull(),
    ...columnsOf(bookFields),
    search: searchVector().generatedAlwaysAs(searchTextOf(bookFields)),
    ...editable(),
  },
  (columns) => [index("books_newest").on(columns.userId, columns.createdAt, columns.id), ownRows("books")],
);

/** functions/data-map.sql */
const DATA_MAP = `create or replace function data_map_of_books()
  returns table (name text, purpose text, retention text, mine text, is_exported boolean, on_erase text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
    values ('books', 'Books', 'until deleted, then 30 days', 'user_id = $1', true, 'delete');
  $$;`;

/** books.ts */
const shown = { id: bookTable.id, ...columnsIn(bookTable, bookFields), version: bookTable.version };
const own = ({ actor }: SignedIn, ...conditions: (SQL | undefined)[]) =>
  and(eq(bookTable.userId, actor.userId), isNull(bookTable.deletedAt), ...conditions);
const nextVersion = { version: sql`${bookTable.version} + 1` };

async function findBook(context: SignedIn, id: string) {
  const [book] = await context.db
    .select(shown)
    .from(bookTable)
    .where(own(context, eq(bookTable.id, id)));
  if (!book) throw notFound("Book");
  return book;
}

const books = resource("books", {
  list: read({
    summary: "List books, newest first",
    input: z.strictObject(pageInput),
    output: pageOf(Book),
    access: "user",
    run: async (context, input) => {
      const page = keyset([newest(bookTable.createdAt), newest(bookTable.id)], input);
      const rows = await context.db
        .select({ ...shown, ...page.columns })
        .from(bookTable)
        .where(own(context, page.after))
        .orderBy(...page.orderBy)
        .limit(page.fetch);
      return page.of(rows);
    },
  }),
  get: read({
    summary: "Get one book",
    input: z.strictObject({ id: Id }),
    output: Book,
    access: "user",
    run: (context, { id }) => findBook(context, id),
  }),
  create: write({
    summary: "Add a book",
    input: NewBook,
    output: Book,
    example: { title: "Emma" },
    access: "user",
    run: async (context, input) => {
      const id = crypto.randomUUID();
      await context.db.insert(bookTable).values({ id, ...input, userId: context.actor.userId });
      context.undoWith({ capability: "books.delete", input: { id } });
      return findBook(context, id);
    },
  }),
  update: write({
    summary: "Update a book",
    input: BookChange,
    output: Book,
    access: "user",
    run: async (context, { id, version, ...change }) => {
      const before = await findBook(context, id);
      if (before.version !== version)
        throw new AppError("conflict", "This book was changed elsewhere in the meantime", {
          current: before,
        });
      await context.db
        .update(bookTable)
        .set({ ...change, ...nextVersion })
        .where(own(context, eq(bookTable.id, id)));
      const undo = { ...fieldsBefore(change, before), id, version: version + 1 };
      context.undoWith({ capability: "books.update", input: undo });
      return findBook(context, id);
    },
  }),
  delete: destroy({
    summary: "Move a book to the trash",
    input: z.strictObject({ id: Id }),
    output: z.object({ id: Id }),
    access: "user",
    run: async (context, { id }) => {
      await findBook(context, id);
      await context.db
        .update(bookTable)
        .set({ deletedAt: context.now, ...nextVersion })
        .where(own(context, eq(bookTable.id, id)));
      return { id };
    },
  }),
});

/** slice.ts, and its line in app/slices.ts */
const registry = registryOf([...slices, { name: "books", resources: [books] }]);

const app = await testDatabase();
const { aUser, as, owner } = app;
const [ada, bob] = [as(await aUser({ fullName: "Ada" })), as(await aUser({ fullName: "Bob" }))];
type BookOnWire = z.input<typeof Book>;

/** `npm run generate`, and the next start of the program. */
beforeAll(async () => {
  const statements = await migrationBetween(snapshotOf({}), snapshotOf({ books: bookTable }));
  const program = readMigrations();
  const step = { name: "9999_books", sql: statements.join("\n"), checksum: "books" };
  await withClient(app.connection("owner"), (client) =>
    migrate(client, {
      ...program,
      steps: [...program.steps, step],
      always: [DATA_MAP, program.always].join("\n"),
      checksum: "with books",
    }),
  );
});

test("a new noun's records are created, listed, changed, compared, deleted and restored by undo", async () => {
  const emma = (await ada.invoke(books.create, { title: " Emma " })) as BookOnWire;
  expect(emma).toMatchObject({ title: "Emma", notes: null, version: 1 });
  expect(await ada.invoke(books.list)).toMatchObject({ items: [{ id: emma.id }], nextCursor: null });
  const { id, version } = emma;
  expect(await ada.invoke(books.update, { id, version, notes: "Lent to Clara" })).toMatchObject({
    notes: "Lent to Clara",
    version: 2,
  });
  await expect(ada.invoke(books.update, { id, version, title: "Other" })).rejects.toMatchObject({
    code: "conflict",
    details: { current: { notes: "Lent to Clara" } },
  });
  expect(await undoLastAction(app, ada, books)).toMatchObject({ notes: null, version: 3 });
  await expect(ada.invoke(books.create, { title: " " })).rejects.toMatchObject({
    code: "invalid",
    details: { fields: { title: "Please enter a title" } },
  });
  await ada.invoke(books.create, { title: "Persuasion" });
  await undoLastAction(app, ada, books);
  expect((await ada.invoke(books.list)) as object).toMatchObject({ items: [{ title: "Emma" }] });
});

test("its rows do not exist for others, also for a query that names no owner", async () => {
  const { id } = (await ada.invoke(books.create, { title: "Mine" })) as BookOnWire;
  await expect(bob.invoke(books.get, { id })).rejects.toMatchObject({ code: "not_found" });
  await expect(bob.invoke(books.delete, { id })).rejects.toMatchObject({ code: "not_found" });
  expect(await bob.run(({ db }) => db.select().from(bookTable))).toEqual([]);
  const { rows } = await owner.query(
    "select relrowsecurity, relforcerowsecurity from pg_class where oid = 'books'::regclass",
  );
  expect(rows).toEqual([{ relrowsecurity: true, relforcerowsecurity: true }]);
});

test("REST with its schema, tools, resources for agents, form, search, audit log and export have it", async () => {
  const { paths } = openApiDocument(restRoutes(registry), "https://adjutant.example");
  expect(Object.keys(paths).filter((path) => path.includes("/books"))).toEqual([
    "/api/v1/books",
    "/api/v1/books/{id}",
  ]);
  expect(paths["/api/v1/books"]).toMatchObject({
    post: { operationId: "books.create", summary: "Add a book" },
  });
  const tools = agentTools(registry);
  expect(tools.get("books_list")?.tool.annotations?.readOnlyHint).toBe(true);
  expect(tools.get("books_delete")?.tool.annotations?.destructiveHint).toBe(true);
  expect(agentNouns(registry).map(({ noun }) => noun)).toContain("books");
  const form = formOf(bookFields);
  expect(form.initialValues({ title: "Emma" })).toEqual({ title: "Emma", notes: null });
  const eve = as(await aUser({ fullName: "Eve" }));
  await eve.invoke(books.create, { title: "Sense", notes: "and Sensibility" });
  const { rows: found } = await owner.query(
    "select provenance from books where user_id = $1 and search @@ palette_query('sensib')",
    [eve.userId],
  );
  expect(found).toEqual([{ provenance: "person" }]);
  const { rows: log } = await owner.query("select capability from audit_log where user_id = $1", [
    eve.userId,
  ]);
  expect(log).toEqual([{ capability: "books.create" }]);
  const { rows: exported } = await owner.query("select rows_of_person($1, 'books') as row", [eve.userId]);
  expect(exported).toMatchObject([{ row: { title: "Sense" } }]);
});

test("the architecture page names the files of a noun, and counts their lines, as this test has them", async () => {
  const page = await readFile("docs/architecture.md", "utf8");
  const lines = (await readFile("src/app/new-noun.test.ts", "utf8")).split("\n");
  const files = lines.flatMap((line, at) => (/^\/\*\* [\w/-]+\.(ts|sql)\b/.test(line) ? [at] : []));
  const end = lines.findIndex((line) => line.startsWith("/** `npm run generate`"));
  expect(page).toContain(`(${files.length} files, ${end - (files[0] ?? end)} lines, without pages)`);
  const row = page.split("\n").find((line) => line.startsWith("| a noun |"));
  for (const file of ["fields", "model", "tables", "slice", "functions/data-map.sql"])
    expect(row).toContain(file);
});
