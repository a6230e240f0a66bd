import { projects } from "#features/tasks/projects.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { joinWords, momentOf, plural, taskCard } from "../../../format-answer.ts";
import type { Turn } from "../../../intent.ts";
import { OPEN } from "../../../lookup/find-task.ts";
import { type Act, asksFor, planOf } from "../../act.ts";
import { splitException } from "../../exceptions.ts";
import { findMany, findOne, withoutExcepted } from "../../find-records.ts";
import { ANY_TASK, OPEN_TASK, type TaskRecord } from "../../record-kinds.ts";
import { piecesOf } from "../role-pieces.ts";

const cardsOf = (turn: Turn, found: readonly Parameters<typeof taskCard>[0][]) =>
  found.slice(0, 12).map((task) => taskCard(task, turn.clock));

/** Answers about one task. */
const about =
  (format: (turn: Turn, task: TaskRecord) => string | Promise<string>): Act =>
  async (turn, { item }) => {
    const one = await findOne(turn, ANY_TASK, item);
    if ("answer" in one) return one.answer;
    return { text: await format(turn, one.found), cards: cardsOf(turn, [one.found]) };
  };

async function projectText(turn: Turn, { title, projectId }: TaskRecord): Promise<string> {
  if (!projectId) return `'${title}' belongs to no project.`;
  const { name } = await turn.use(projects.get, { id: projectId });
  return `'${title}' belongs to the project '${name}'.`;
}

const DELETES =
  /\b(?:delete|remove|clear|clean|trash|bin|purge|wipe|get rid|empty|toss|throw|off (?:my|the)|out of|dump|erase|scrap|away|ditch|chuck|sweep)\b/i;
const OF_A_TIME =
  /\b(?:older|before|since|from|last|this|past|yesterday|ago|in (?:the )?\w+ (?:week|month|days))\b/i;
const MOST_DELETED = 200;
const MOST_NAMED = 20;

/** All that are completed, or those of a project that is named; but those that are left out. */
const deleteDone: Act = async (turn) => {
  if (!DELETES.test(turn.sentence)) return asksFor("Do you want to delete the completed tasks?");
  const { items: known } = await turn.use(projects.list, { limit: 200 });
  const { rest } = splitException(undefined, turn.sentence);
  const project = known.find(({ name }) => rest.toLowerCase().includes(name.toLowerCase()));
  if (!project && OF_A_TIME.test(rest.replace(/\bthis list\b/i, "")))
    return asksFor("Of which project? I delete all completed tasks, or those of a project.");
  const done = { status: ["completed" as const], ...(project && { projectId: project.id }) };
  const { items, nextCursor } = await turn.use(tasks.list, { ...done, limit: MOST_DELETED });
  const found = withoutExcepted(turn, ANY_TASK, items);
  if (found.length === 0) return { text: "No, there are no such completed tasks." };
  const titles = found.slice(0, MOST_NAMED).map(({ title }) => `'${title}'`);
  const more = found.length > MOST_NAMED ? `, and ${found.length - MOST_NAMED} more` : "";
  const isPart = nextCursor ? ` (the newest ${MOST_DELETED})` : "";
  return planOf(
    tasks.deleteMany,
    { ids: found.map(({ id }) => id) },
    {
      order: `Move ${plural(found.length, "completed task")}${isPart} to the trash: ${joinWords(titles)}${more}`,
      cards: cardsOf(turn, found),
    },
  );
};

const AFTER = /\bafter\b/i;
const ORDER = /^(?:is|are)\b.*\b(?:before|after)\b/i;

/** The one that is due first; of 'is the copy due before the lease' also yes or no. */
const compareDue: Act = async (turn, { item }) => {
  const names = piecesOf(turn.sentence, item ?? "").join(", ");
  const many = await findMany({ ...turn, sentence: "" }, ANY_TASK, names);
  if ("answer" in many) return many.answer;
  const [one, other] = many.found;
  if (!one || !other) return asksFor("Which tasks shall I compare?");
  const dated = many.found
    .filter(({ dueDate }) => dueDate !== null)
    .sort((a, b) => (a.dueDate?.getTime() ?? 0) - (b.dueDate?.getTime() ?? 0));
  const [first] = dated;
  if (!first) return { text: "None of them has a due date.", cards: cardsOf(turn, many.found) };
  const lines = many.found.map(
    ({ title, dueDate }) =>
      `'${title}' ${dueDate ? `is due ${momentOf(dueDate, turn.clock)}` : "has no due date"}`,
  );
  const isOrder = many.found.length === 2 && dated.length === 2 && ORDER.test(turn.sentence);
  const isSame = one.dueDate?.getTime() === other.dueDate?.getTime();
  const isSo = (first.id === one.id) !== AFTER.test(turn.sentence);
  const order = isSame
    ? "No, at the same time"
    : `${isSo ? "Yes" : "No"}, ${first.id === one.id ? "before" : "after"}`;
  return {
    text: `${isOrder ? order : `'${first.title}' is due first`}: ${lines.join("; ")}.`,
    cards: cardsOf(turn, many.found),
  };
};

/** One task does not begin before another one is done. */
const waitsFor: Act = async (turn, { item, other }) => {
  const one = await findOne({ ...turn, sentence: item ?? "" }, OPEN_TASK, item);
  if ("answer" in one) return one.answer;
  if (!other) return asksFor(`What does '${one.found.title}' wait for?`);
  const many = await findMany({ ...turn, sentence: other }, OPEN_TASK, other);
  if ("answer" in many) return many.answer;
  const { id, version, title } = one.found;
  const before = many.found.filter((each) => each.id !== id);
  if (before.length === 0) return asksFor(`What does '${title}' wait for?`);
  return planOf(
    tasks.update,
    { id, version, addBlockers: before.map((each) => each.id) },
    {
      order: `'${title}' waits for ${joinWords(before.map((each) => `'${each.title}'`))}`,
      cards: cardsOf(turn, [one.found, ...before]),
    },
  );
};

/** What a task waits for, or all that wait. */
const waitingFor: Act = async (turn, { item }) => {
  if (!item) {
    const { items } = await turn.use(tasks.list, { status: [...OPEN], sort: "due", limit: 200 });
    const blocked = items.filter(({ blockedBy }) => blockedBy.length > 0);
    if (blocked.length === 0) return { text: "No, none of your tasks waits for another one." };
    return {
      text: `${plural(blocked.length, "task")} ${blocked.length === 1 ? "waits" : "wait"} for others.`,
      cards: cardsOf(turn, blocked),
    };
  }
  const one = await findOne(turn, ANY_TASK, item);
  if ("answer" in one) return one.answer;
  const { blockers, title } = await turn.use(tasks.get, { id: one.found.id });
  const names = blockers.map((each) => `'${each.title}'`);
  return {
    text:
      names.length > 0 ? `'${title}' waits for ${joinWords(names)}.` : `No, '${title}' waits for nothing.`,
    cards: cardsOf(turn, [one.found]),
  };
};

export const MORE_TASK_ACTS: Readonly<Record<string, Act>> = {
  "tasks.projectOf": about(projectText),
  "tasks.priorityOf": about(
    (_turn, { title, priority, status }) =>
      `'${title}' has the priority ${priority}${status === "completed" ? ", and is completed" : ""}.`,
  ),
  "tasks.deleteDone": deleteDone,
  "tasks.compareDue": compareDue,
  "tasks.waitsFor": waitsFor,
  "tasks.waitingFor": waitingFor,
};
