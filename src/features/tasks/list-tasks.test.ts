import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { aTask } from "./factory.ts";
import { ListTasks, selectTasks } from "./list-tasks.ts";
import { TASK_ORDERS, type TaskOnWire, TaskSort } from "./model.ts";
import { tasks as table } from "./tables.ts";
import { tasks } from "./tasks.ts";

const server = await testDatabase();
const ada = server.as(await server.aUser({ fullName: "Ada" }));
const bob = server.as(await server.aUser({ fullName: "Bob" }));

type Page = { items: TaskOnWire[]; nextCursor: string | null };
const list = (input: object = {}, person: Person = ada) => person.invoke(tasks.list, input) as Promise<Page>;
const titles = async (input: object, person?: Person) =>
  (await list(input, person)).items.map(({ title }) => title).toSorted();

type Row = Partial<typeof table.$inferInsert>;
const insertTasks = (person: Person, rows: readonly Row[]) =>
  person.run(({ db }) =>
    db
      .insert(table)
      .values(rows.map((row) => aTask({ userId: person.userId, ...row })))
      .returning(),
  );

const hour = 3_600_000;
const now = Date.now();

test("a list that was built once for others returns what one built for its reader returns", async () => {
  for (const person of [server.as(await server.aUser()), server.as(await server.aUser())]) {
    const [parent, other] = await insertTasks(person, [{ title: "Parent" }, { title: "Other" }]);
    await insertTasks(person, [
      { title: "One", parentId: parent?.id },
      { title: "Two", parentId: other?.id },
    ]);
    const inputs = [{}, { includeSubtasks: true }, { parentId: parent?.id }, { parentId: other?.id }];
    for (const input of [...inputs, ...TaskSort.options.map((sort) => ({ sort }))]) {
      const built = await person.run((context) => selectTasks(context, ListTasks.parse(input)));
      expect(built.length).toBeGreaterThan(0);
      expect((await list(input, person)).items.map(({ id }) => id)).toEqual(built.map(({ id }) => id));
    }
  }
});

test("TASK-26: tasks come newest first", async () => {
  const person = server.as(await server.aUser());
  await insertTasks(
    person,
    [3, 1, 2].map((age) => ({ title: `${age}`, createdAt: new Date(now - age * hour) })),
  );
  expect((await list({}, person)).items.map(({ title }) => title)).toEqual(["1", "2", "3"]);
});

test("SHELL-03: Bob sees none of Ada's tasks, whatever he asks for", async () => {
  const [task] = await insertTasks(ada, [
    { title: "Secret plan", tags: ["secret"], dueDate: new Date(now - 50 * hour) },
  ]);
  const asked = [{}, { text: "secret" }, { tag: "secret" }, { due: "overdue" }, { includeSubtasks: true }];
  for (const input of [...asked, { parentId: task?.id }]) expect(await titles(input, bob)).toEqual([]);
  await insertTasks(ada, [{ title: "Gone", deletedAt: new Date() }]);
  expect(((await bob.invoke(tasks.trash, {})) as Page).items).toEqual([]);
  expect(((await ada.invoke(tasks.trash, {})) as Page).items).toHaveLength(1);
});

test.each(TaskSort.options)(
  "every sort order lists each task once, in the same order as the pages: %s",
  async (sort) => {
    const person = server.as(await server.aUser());
    const pick = <T>(values: readonly [T, ...T[]], index: number) =>
      values[(index * 7) % values.length] ?? values[0];
    await insertTasks(
      person,
      Array.from({ length: 37 }, (_, index) => ({
        title: pick(["Zoe", "émile", "Eva", "eva", "Ärger", "10", "9", "_"], index),
        createdAt: new Date(now - (index % 5) * hour),
        dueDate: index % 3 ? new Date(now + (index % 4) * hour) : null,
        priority: pick(["low", "medium", "high", "urgent"] as const, index),
        status: pick(["todo", "review", "completed"] as const, index),
        position: pick(["a", "b", "b1", "z"], index),
        completedAt: index % 3 === 2 ? new Date(now - (index % 4) * hour) : null,
      })),
    );
    const seen: TaskOnWire[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await list({ sort, limit: 4, cursor }, person);
      seen.push(...page.items);
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(37);
    expect(seen.map(({ id }) => id)).toEqual(seen.toSorted(TASK_ORDERS[sort]).map(({ id }) => id));
  },
);

test("T1: tasks due at the same time and those without a due date come by priority, completed ones by their end", async () => {
  const person = server.as(await server.aUser());
  const noon = new Date(now + hour);
  await insertTasks(person, [
    { title: "some day", priority: "low" },
    { title: "some day, urgent", priority: "urgent" },
    { title: "noon, low", priority: "low", dueDate: noon },
    { title: "noon, high", priority: "high", dueDate: noon },
    { title: "before", priority: "low", dueDate: new Date(now) },
    { title: "done first", status: "completed", completedAt: new Date(now - hour), dueDate: new Date(0) },
    { title: "done last", status: "completed", completedAt: new Date(now) },
  ]);
  const inOrder = async (input: object) => (await list(input, person)).items.map(({ title }) => title);
  const open = ["todo", "in_progress", "review"];
  expect(await inOrder({ sort: "due", status: open })).toEqual([
    ...["before", "noon, high", "noon, low"],
    ...["some day, urgent", "some day"],
  ]);
  expect(await inOrder({ sort: "completed", status: ["completed"] })).toEqual(["done last", "done first"]);
});

test("a cursor of another sort order is refused", async () => {
  await insertTasks(ada, [{}, {}]);
  const { nextCursor } = await list({ sort: "title", limit: 1 });
  for (const input of [{ cursor: nextCursor }, { cursor: "x", sort: "title" }])
    await expect(list(input)).rejects.toMatchObject({ code: "invalid" });
});

test("T1: tasks are filtered by status, priority, tag, project and steps", async () => {
  const person = server.as(await server.aUser());
  const [parent] = await insertTasks(person, [
    { title: "A", status: "review", priority: "urgent", tags: ["board", "q3"] },
  ]);
  await insertTasks(person, [
    { title: "B", status: "todo", priority: "low", tags: ["q3"] },
    { title: "C", status: "completed" },
    { title: "D", parentId: parent?.id ?? null },
  ]);
  expect(await titles({}, person)).toEqual(["A", "B", "C"]);
  expect(await titles({ status: ["review", "completed"] }, person)).toEqual(["A", "C"]);
  expect(await titles({ priority: ["urgent", "low"] }, person)).toEqual(["A", "B"]);
  expect(await titles({ tag: "q3" }, person)).toEqual(["A", "B"]);
  expect(await titles({ tag: "q3", status: ["todo"] }, person)).toEqual(["B"]);
  expect(await titles({ includeSubtasks: true }, person)).toEqual(["A", "B", "C", "D"]);
  expect(await titles({ parentId: parent?.id }, person)).toEqual(["D"]);
  expect(await titles({ projectId: crypto.randomUUID() }, person)).toEqual([]);
});

test("G25: overdue, today and this week end at the person's own midnight", async () => {
  const person = server.as(await server.aUser());
  const day = (offset: number) => new Date(now + offset * 24 * hour);
  await insertTasks(person, [
    { title: "late", dueDate: day(-3) },
    { title: "late but done", dueDate: day(-3), status: "completed" },
    { title: "now", dueDate: day(0) },
    { title: "soon", dueDate: day(5) },
    { title: "later", dueDate: day(9) },
    { title: "some day" },
  ]);
  const timeZone = "Pacific/Auckland";
  expect(await titles({ due: "overdue", timeZone }, person)).toEqual(["late"]);
  expect(await titles({ due: "today", timeZone }, person)).toEqual(["now"]);
  expect(await titles({ due: "week", timeZone }, person)).toEqual(["now", "soon"]);
  expect(await titles({ due: "none" }, person)).toEqual(["some day"]);
  expect(await titles({ dueFrom: day(0).toISOString() }, person)).toEqual(["later", "now", "soon"]);
  expect(await titles({ dueFrom: day(1).toISOString(), dueBefore: day(9).toISOString() }, person)).toEqual([
    "soon",
  ]);
});

test("T1: words are found in title, tags and description, by prefix, without accents", async () => {
  const person = server.as(await server.aUser());
  await insertTasks(person, [
    { title: "Café with José" },
    { title: "Board deck", description: "for the QUARTERLY meeting" },
    { title: "Ёлка", tags: ["new-year"] },
    { title: "预算 会议" },
    { title: "mail anna@example.com about 12.50" },
  ]);
  const found: Record<string, string[]> = {
    jose: ["Café with José"],
    "CAFÉ jos": ["Café with José"],
    quart: ["Board deck"],
    "deck quarter": ["Board deck"],
    "deck jose": [],
    ёл: ["Ёлка"],
    "new-year": ["Ёлка"],
    year: ["Ёлка"],
    会议: ["预算 会议"],
    example: ["mail anna@example.com about 12.50"],
    "12.50": ["mail anna@example.com about 12.50"],
    "anna@example.com": ["mail anna@example.com about 12.50"],
    "!!!": [],
    "' | & :* \\ <->": [],
    "%": [],
  };
  for (const [text, expected] of Object.entries(found))
    expect([text, await titles({ text }, person)]).toEqual([text, expected]);
});

test("a page of 50 tasks takes as many statements as a page of one", async () => {
  const person = server.as(await server.aUser());
  const parents = await insertTasks(
    person,
    Array.from({ length: 50 }, () => ({})),
  );
  await insertTasks(
    person,
    parents.map(({ id }) => ({ parentId: id, status: "completed" as const })),
  );
  const queries = vi.spyOn(pg.Client.prototype, "query");
  const statements = async (limit: number) => {
    queries.mockClear();
    const { items } = await list({ limit }, person);
    expect(items).toHaveLength(limit);
    expect(items[0]?.subtasks).toEqual({ total: 1, completed: 1 });
    return queries.mock.calls.length;
  };
  expect(await statements(50)).toBe(await statements(1));
  queries.mockRestore();
});

const PLANNED = 20_000;

/** The indexes or node types that read the page, and whether the index has a start condition. */
async function planOf(person: Person, input: object) {
  const plan = await person.run(async (context) => {
    const { rows } = await context.db.execute(
      sql`explain (format json) ${selectTasks(context, ListTasks.parse(input)).getSQL()}`,
    );
    return rows[0]?.["QUERY PLAN"] as [{ Plan: PlanNode }];
  });
  return mainNodes(plan[0].Plan);
}

type PlanNode = {
  "Node Type": string;
  "Parent Relationship"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Plans?: PlanNode[];
};

function mainNodes(node: PlanNode): string[] {
  const below = (node.Plans ?? []).filter(
    (plan) => !/SubPlan|InitPlan/.test(plan["Parent Relationship"] ?? ""),
  );
  const cursorNote = node["Index Cond"]?.includes("ROW(") ? " from the cursor" : "";
  const name = (node["Index Name"] ?? node["Node Type"]) + cursorNote;
  return [...(name === "Result" ? [] : [name]), ...below.flatMap(mainNodes)];
}

test("P14: among 20,000 tasks every order is read from its index, the thousandth page like the first", async () => {
  const [carol, dave] = [server.as(await server.aUser()), server.as(await server.aUser())];
  for (const { userId } of [carol, dave])
    await server.owner.query(
      `insert into tasks (user_id, title, position, priority, status, due_date, created_at)
       select $1, 'Task ' || n, lpad(n::text, 9, '0') || 'z', (array['low', 'medium', 'high', 'urgent'])[1 + n % 4],
         (array['todo', 'in_progress', 'completed', 'review'])[1 + n % 4],
         case when n % 2 = 0 then now() + n * interval '1 hour' end, now() - n * interval '1 minute'
       from generate_series(1, $2::integer) n`,
      [userId, PLANNED],
    );
  await server.owner.query("vacuum analyze tasks");
  const indexes = {
    created: "tasks_newest",
    due: "tasks_due",
    priority: "tasks_priority",
    title: "tasks_title",
    position: "tasks_board",
  };
  for (const [sort, index] of Object.entries(indexes)) {
    const { nextCursor } = await list({ sort, limit: 200 }, carol);
    expect([sort, ...(await planOf(carol, { sort }))]).toEqual([sort, "Limit", index]);
    const next = await planOf(carol, { sort, cursor: nextCursor });
    expect([sort, ...next]).toEqual([sort, "Limit", `${index} from the cursor`]);
  }
  expect(await planOf(carol, { sort: "position", status: ["todo"] })).toEqual(["Limit", "tasks_board"]);
  for (const [index, input] of [
    ["tasks_open", { sort: "due", status: ["todo", "in_progress", "review"] }],
    ["tasks_done", { sort: "completed", status: ["completed"] }],
  ] as const) {
    expect(await planOf(carol, input)).toEqual(["Limit", index]);
    const { nextCursor } = await list({ ...input, limit: 200 }, carol);
    const next = await planOf(carol, { ...input, cursor: nextCursor });
    expect(next).toEqual(["Limit", `${index} from the cursor`]);
  }
  expect(await titles({ text: "19999" }, carol)).toEqual(["Task 19999"]);
  const frequent = await list({ text: "task" }, carol);
  expect(frequent.items.map(({ title }) => title).slice(0, 2)).toEqual(["Task 1", "Task 2"]);
  const next = await list({ text: "task", cursor: frequent.nextCursor ?? "" }, carol);
  expect(next.items[0]?.title).toBe("Task 51");
});

test("performance §4: the words of 20,000 tasks are read from one search index of owner and words", async () => {
  const { rows } = await server.owner.query(
    `explain (format json) select id from tasks
     where user_id = (select user_id from tasks limit 1) and search @@ search_query('19999') and deleted_at is null`,
  );
  expect(mainNodes(rows[0]["QUERY PLAN"][0].Plan)).toEqual(["Bitmap Heap Scan", "tasks_search"]);
});
