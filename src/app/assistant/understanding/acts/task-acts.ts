import { projects } from "#features/tasks/projects.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { joinWords, momentOf, plural, taskCard } from "../../format-answer.ts";
import type { Turn } from "../../intent.ts";
import { projectCard } from "../../lookup/find-task.ts";
import { type Act, asksFor, type Plan, planOf, plansOf } from "../act.ts";
import { capital } from "../capital.ts";
import { findMany, findOne } from "../find-records.ts";
import { namesIn } from "../match-words.ts";
import { readPriority } from "../read-priority.ts";
import { ANY_TASK, OPEN_TASK, PROJECT } from "../record-kinds.ts";
import { tasksOfSet } from "../task-sets.ts";
import { readTime } from "../times/read-time.ts";

type Change = Omit<Parameters<typeof tasks.update>[1], "id" | "version">;
type Changed = {
  order: string;
  kind?: typeof OPEN_TASK;
  isGuess?: boolean;
};

/** What the words name: a set, or else tasks by their names. */
async function tasksNamed(turn: Turn, item: string | undefined, kind = OPEN_TASK) {
  const set = item && kind === OPEN_TASK ? await tasksOfSet(turn, item) : null;
  return set && set.length > 0 ? { found: set } : findMany(turn, kind, item);
}

/** Changes what the words name, one task or several at once. */
async function change(
  turn: Turn,
  item: string | undefined,
  fields: Change,
  { order, kind = OPEN_TASK, isGuess = false }: Changed,
) {
  const many = await tasksNamed(turn, item, kind);
  if ("answer" in many) return many.answer;
  const { found } = many;
  const titles = joinWords(found.map(({ title }) => `'${title}'`));
  const shown = {
    isGuess,
    order: `${order}: ${titles}`,
    cards: found.map((task) => taskCard(task, turn.clock)),
  };
  const [one, second] = found;
  if (one && !second) return planOf(tasks.update, { id: one.id, version: one.version, ...fields }, shown);
  return planOf(tasks.updateMany, { changes: found.map(({ id }) => ({ id, ...fields })) }, shown);
}

const COUNTED =
  /\b(?:two|three|four|five|six|several|a few|[2-9]) (?:more )?(?:new )?(?:things|tasks|to-?dos|items|jobs)\b/i;

/** 'Three things for my list: …' are as many tasks. */
const create: Act = async (turn, roles) => {
  const titles = COUNTED.test(turn.sentence) ? namesIn(roles.title ?? "") : [];
  if (titles.length < 2) return createOne(turn, roles);
  const plans: Plan[] = [];
  for (const title of titles) {
    const made = await createOne(turn, { ...roles, title });
    const each = plansOf(made);
    if (!each) return made;
    plans.push(...each);
  }
  return plans;
};

const createOne: Act = async (turn, { title, when, priority, project }) => {
  if (!title) return asksFor("What is the task?");
  const projectId = project ? await findOne(turn, PROJECT, project) : null;
  if (projectId && "answer" in projectId) return projectId.answer;
  const due = when ? readTime(turn, when) : null;
  if (when && !due) return asksFor(`When is '${when}'?`);
  const level = readPriority(priority ?? "");
  const input = {
    title: capital(title),
    ...(due ? { dueDate: due.at.toISOString() } : {}),
    ...(level ? { priority: level } : {}),
    ...(projectId ? { projectId: projectId.found.id } : {}),
  };
  const dueText = due ? `, due ${momentOf(due.at, turn.clock)}` : "";
  return planOf(tasks.create, input, {
    order: `Create the task '${input.title}'${dueText}`,
    isGuess: due?.isGuess ?? false,
    answer: (task) => ({
      text: `I created the task '${task.title}'${dueText}.`,
      cards: [taskCard(task, turn.clock)],
      suggestions: ["undo", "what is due today?"],
    }),
  });
};

const due: Act = async (turn, { item, when }) => {
  if (!when) return asksFor("Until when?");
  const many = await tasksNamed(turn, item);
  if ("answer" in many) return many.answer;
  const [one, second] = many.found;
  const moment = readTime(turn, when, (second ? null : one?.dueDate) ?? undefined);
  if (!moment) return asksFor(`When is '${when}'?`);
  const until = momentOf(moment.at, turn.clock);
  return change(
    turn,
    item,
    { dueDate: moment.at.toISOString() },
    {
      isGuess: moment.isGuess,
      order: `Set the due date to ${until}`,
    },
  );
};

const priority: Act = async (turn, { item, priority: words = "" }) => {
  const level = readPriority(words) ?? readPriority(turn.sentence);
  if (!level) return asksFor("Which priority: urgent, high, medium or low?");
  return change(
    turn,
    item,
    { priority: level },
    {
      order: `Set the priority to ${level}`,
    },
  );
};

const inProject: Act = async (turn, { item, project }) => {
  if (/\b(?:no project|out of|from (?:its|the|any) project|without a project)\b/i.test(turn.sentence))
    return change(turn, item, { projectId: null }, { order: "Take out of its project" });
  if (!project) return asksFor("Which project do you mean?");
  const one = await findOne(turn, PROJECT, project);
  if ("answer" in one) return one.answer;
  const { id, name } = one.found;
  return change(
    turn,
    item,
    { projectId: id },
    {
      order: `Move to the project '${name}'`,
    },
  );
};

const remove: Act = async (turn, { item }) => {
  const set = await tasksNamed(turn, item);
  const many = "found" in set ? set : await findMany(turn, ANY_TASK, item);
  if ("answer" in many) return many.answer;
  const titles = joinWords(many.found.map(({ title }) => `'${title}'`));
  const ids = many.found.map(({ id }) => id);
  const [id, second] = ids;
  const call = second
    ? { capability: "tasks.deleteMany", input: { ids } }
    : { capability: "tasks.delete", input: { id } };
  return {
    text: `Shall I move ${titles} to the trash?`,
    cards: many.found.map((task) => taskCard(task, turn.clock)),
    proposed: [{ ...call, summary: `Move ${plural(ids.length, "task")} to the trash: ${titles}` }],
  };
};

const createProject: Act = async (turn, { title, when }) => {
  if (!title) return asksFor("What is the project called?");
  const end = when ? readTime(turn, when) : null;
  const input = { name: capital(title).slice(0, 200), ...(end ? { endDate: end.at.toISOString() } : {}) };
  return planOf(projects.create, input, {
    order: `Create the project '${input.name}'`,
    answer: (project) => ({
      text: `I created the project '${project.name}'.`,
      cards: [projectCard(project)],
      suggestions: ["undo"],
    }),
  });
};

const subtask: Act = async (turn, { item, title }) => {
  if (!title) return asksFor("What is the step, and which task does it belong to?");
  const one = await findOne(turn, OPEN_TASK, item);
  if ("answer" in one) return one.answer;
  const whole = one.found.title;
  return planOf(
    tasks.create,
    { title: capital(title), parentId: one.found.id },
    {
      order: `Add the step '${capital(title)}' to '${whole}'`,
      answer: (made) => ({
        text: `'${made.title}' is a step of '${whole}' now.`,
        cards: [taskCard(made, turn.clock)],
        suggestions: ["undo"],
      }),
    },
  );
};

const describe: Act = async (turn, { item, text }) => {
  if (!text) return asksFor("What shall I note, and for which task?");
  const one = await findOne(turn, OPEN_TASK, item);
  if ("answer" in one) return one.answer;
  const description = [one.found.description, text].filter(Boolean).join("\n");
  return change(
    turn,
    item,
    { description },
    {
      order: `Add the note '${text}' to`,
    },
  );
};

const rename: Act = async (turn, { item, title }) => {
  if (!title) return asksFor("What shall it be called?");
  return change(
    turn,
    item,
    { title: capital(title) },
    {
      order: `Rename to '${capital(title)}'`,
    },
  );
};

const to =
  (fields: Change, changed: Changed): Act =>
  (turn, { item }) =>
    change(turn, item, fields, changed);

export const TASK_ACTS: Readonly<Record<string, Act>> = {
  "tasks.create": create,
  "tasks.complete": to({ status: "completed" }, { order: "Complete" }),
  "tasks.start": to({ status: "in_progress" }, { order: "Start" }),
  "tasks.review": to({ status: "review" }, { order: "Put in review" }),
  "tasks.reopen": to({ status: "todo" }, { order: "Reopen", kind: ANY_TASK }),
  "tasks.undue": to({ dueDate: null }, { order: "Remove the due date" }),
  "tasks.due": due,
  "tasks.priority": priority,
  "tasks.rename": rename,
  "tasks.project": inProject,
  "tasks.describe": describe,
  "tasks.subtask": subtask,
  "tasks.delete": remove,
  "projects.create": createProject,
};
