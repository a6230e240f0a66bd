import { and, arrayContains, eq, gte, inArray, isNotNull, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { Id, Instant, pageInput } from "#platform/capability/wire.ts";
import { keyset, newest, oldest, type SortKey } from "#platform/database/keyset.ts";
import { selectOnce } from "#platform/database/select-once.ts";
import { TimeZone } from "#platform/time/time-zone.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";
import { MAX_TAG_LENGTH } from "./fields.ts";
import { type Task, TaskPriority, TaskSort, TaskStatus, TRASH_DAYS } from "./model.ts";
import { dueOrNever, priorityRank } from "./public/task-order.ts";
import { asTask, taskColumns } from "./read-tasks.ts";
import { completedOrNever, priorityWeight, tasks, titleForPeople } from "./tables.ts";

export const DueFilter = z.enum(["overdue", "today", "week", "none"]);

export const ListTasks = z.strictObject({
  ...pageInput,
  sort: TaskSort.default("created"),
  status: z.array(TaskStatus).max(4).optional(),
  priority: z.array(TaskPriority).max(4).optional(),
  projectId: Id.optional(),
  /** The subtasks of this task. */
  parentId: Id.optional(),
  /** Where no parentId is given, subtasks stay out unless asked for. */
  includeSubtasks: z.boolean().default(false),
  tag: z.string().trim().min(1).max(MAX_TAG_LENGTH).optional(),
  due: DueFilter.optional(),
  dueFrom: Instant.optional(),
  dueBefore: Instant.optional(),
  /** The zone of 'overdue' and 'today'. */
  timeZone: TimeZone.default("UTC"),
  /** Words, or prefixes of words, in title, tags or description. */
  text: z.string().trim().min(1).max(200).optional(),
});
type ListTasks = z.output<typeof ListTasks>;

export async function listTasks(context: SignedIn, input: ListTasks) {
  const wording = input.text === undefined ? undefined : await matchesText(context, input.text);
  const page = keyset(ORDERS[input.sort], input);
  const rows = isFiltered(input)
    ? await selectTasks(context, input, wording)
    : await selectOnce(context.db, {
        name: "tasks.list",
        shape: `${input.sort} ${input.includeSubtasks} ${input.parentId !== undefined} ${page.once.shape}`,
        values: { userId: context.actor.userId, parentId: input.parentId, ...page.once.values },
        build: () => selectTasks(context, input, undefined, PLACEHOLDERS),
      });
  const { items, nextCursor } = page.of(rows);
  return { items: items.map(asTask), nextCursor };
}

/** By more than the task that they belong to: which plan is good depends on the values. */
const isFiltered = ({ status, priority, projectId, tag, due, dueFrom, dueBefore, text }: ListTasks) =>
  [status, priority, projectId, tag, due, dueFrom, dueBefore, text].some((each) => each !== undefined);

const PLACEHOLDERS = { userId: sql.placeholder("userId"), parentId: sql.placeholder("parentId") };

/** The statement of one page, exported so that its query plan can be inspected. */
export function selectTasks(
  context: SignedIn,
  input: ListTasks,
  wording?: SQL,
  placeholders?: typeof PLACEHOLDERS,
) {
  const page = keyset(ORDERS[input.sort], input);
  const after = placeholders ? page.once.after : page.after;
  const parent = input.parentId
    ? eq(tasks.parentId, placeholders?.parentId ?? input.parentId)
    : isListed(input);
  return context.db
    .select({ ...taskColumns, ...page.columns })
    .from(tasks)
    .where(
      and(
        eq(tasks.userId, placeholders?.userId ?? context.actor.userId),
        isNull(tasks.deletedAt),
        ...[after, wording, parent],
        ...filters(context, input),
      ),
    )
    .orderBy(...page.orderBy)
    .limit(page.fetch);
}

/**
 * Rare words: the few tasks that the search index finds. Frequent ones: a filter on each task in list order, which
 * soon fills a page, whereas sorting thousands of matches would take seconds.
 */
async function matchesText({ db }: SignedIn, text: string): Promise<SQL> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from matching_tasks(${text}, ${MAX_MATCHES + 1}) as found(id)`,
  );
  if (rows.length > MAX_MATCHES) return sql`${tasks.search} @@ search_query(${text})`;
  return inArray(
    tasks.id,
    rows.map(({ id }) => id),
  );
}

const MAX_MATCHES = 1000;

/**
 * Deleted at most 30 days ago, most recently deleted first; tasks deleted with their parent are not listed separately.
 */
export async function listTrash(context: SignedIn, input: { cursor?: string | undefined; limit: number }) {
  const page = keyset(
    [newest({ expression: sql`${tasks.deletedAt}`, type: "timestamptz" }), newest(tasks.id)],
    input,
  );
  const rows = await context.db
    .select({ ...taskColumns, ...page.columns })
    .from(tasks)
    .where(
      and(
        eq(tasks.userId, context.actor.userId),
        isNotNull(tasks.deletedAt),
        gte(tasks.deletedAt, new Date(context.now.getTime() - TRASH_DAYS * 86_400_000)),
        sql`not exists (select from tasks p where p.id = tasks.parent_id and p.user_id = tasks.user_id and p.deleted_at = tasks.deleted_at)`,
        page.after,
      ),
    )
    .orderBy(...page.orderBy)
    .limit(page.fetch);
  const { items, nextCursor } = page.of(rows);
  return { items: items.map(asTask) satisfies Task[], nextCursor };
}

const byDue: SortKey["by"] = { expression: dueOrNever, type: "timestamptz" };
const byWeight: SortKey["by"] = { expression: priorityWeight, type: "integer" };
const byRank: SortKey["by"] = { expression: priorityRank, type: "integer" };
const byCompletion: SortKey["by"] = { expression: completedOrNever, type: "timestamptz" };
const byTitle: SortKey["by"] = { expression: titleForPeople, type: "text" };

/** Every sort order ends with the id and has its own index; that by completion has only completed tasks in it. */
const ORDERS: Record<TaskSort, readonly SortKey[]> = {
  created: [newest(tasks.createdAt), newest(tasks.id)],
  due: [oldest(byDue), oldest(byRank), oldest(tasks.id)],
  priority: [newest(byWeight), newest(tasks.createdAt), newest(tasks.id)],
  title: [oldest(byTitle), oldest(tasks.id)],
  completed: [newest(byCompletion), newest(tasks.id)],
  position: [oldest(tasks.status), oldest(tasks.position), oldest(tasks.id)],
};

/** Subtasks are listed only if they are asked for. */
const isListed = ({ includeSubtasks }: ListTasks) => (includeSubtasks ? undefined : isNull(tasks.parentId));

function filters({ actor, now }: SignedIn, input: ListTasks): (SQL | undefined)[] {
  const { status, priority, projectId, tag, dueFrom, dueBefore } = input;
  return [
    status && inArray(tasks.status, status),
    priority && inArray(tasks.priority, priority),
    projectId ? eq(tasks.projectId, projectId) : undefined,
    projectId
      ? sql`exists (select from projects p
          where p.user_id = ${actor.userId} and p.id = ${projectId} and p.deleted_at is null)`
      : undefined,
    tag ? arrayContains(tasks.tags, [tag]) : undefined,
    dueFrom && gte(tasks.dueDate, dueFrom),
    dueBefore && lt(tasks.dueDate, dueBefore),
    input.due && DUE[input.due](now, input.timeZone),
  ];
}

const DUE: Record<z.infer<typeof DueFilter>, (now: Date, timeZone: string) => SQL | undefined> = {
  overdue: (now, zone) => and(lt(tasks.dueDate, startOfDay(now, zone)), ne(tasks.status, "completed")),
  today: (now, zone) => dueBetween(startOfDay(now, zone), startOfDay(now, zone, 1)),
  week: (now, zone) => dueBetween(startOfDay(now, zone), startOfDay(now, zone, 7)),
  none: () => isNull(tasks.dueDate),
};

const dueBetween = (from: Date, before: Date) => and(gte(tasks.dueDate, from), lt(tasks.dueDate, before));
