import { tasks } from "#features/tasks/tasks.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";
import { momentOf, plural, taskCard } from "../../format-answer.ts";
import type { Answer, Turn } from "../../intent.ts";
import { OPEN } from "../../lookup/find-task.ts";
import { type Act, asksFor, type Roles } from "../act.ts";
import { findOne, withoutExcepted } from "../find-records.ts";
import { shareOf, stemsOf } from "../match-words.ts";
import { readMention } from "../read-mention.ts";
import { readPriority } from "../read-priority.ts";
import { ANY_TASK, PROJECT } from "../record-kinds.ts";
import { readPeriod } from "../times/read-period.ts";

type Filter = NonNullable<Parameters<typeof tasks.list>[1]>;
const MAX_LISTED = 100;
const UNDATED = /\b(?:no|without|w\/o|missing|lack|lacks|lacking|undated)\b/i;

/** The open tasks that fit all that was named; an answer that asks where something of it is unclear. */
async function tasksOf(turn: Turn, roles: Roles, isUndatedAsked = false) {
  const { when, priority, status } = roles;
  const inSentence = PROJECT_NAME.exec(turn.sentence)?.[1];
  const isProject = roles.project ?? inSentence ?? roles.topic ?? roles.tag;
  const project = isProject && (await isNamedProject(turn, isProject)) ? isProject : roles.project;
  const topic = project === roles.topic ? undefined : (roles.topic ?? roles.tag);
  const filter: Filter = { status: [...OPEN], sort: "due", limit: MAX_LISTED };
  if (when && !/^(?:due )?(?:soon|next)$/i.test(when)) {
    const period = readPeriod(turn, when);
    if (!period) return { answer: asksFor(`When is '${when}'?`) };
    Object.assign(filter, { dueFrom: period.from.toISOString(), dueBefore: period.to.toISOString() });
  }
  const level = priority ? readPriority(priority) : null;
  if (level) filter.priority = [level];
  if (!level && /\burgent\b/i.test(`${status} ${turn.sentence}`) && !/\bhigh\b/i.test(turn.sentence))
    filter.priority = ["urgent"];
  if (/\b(?:in|waiting (?:on|for)|under|for) review\b/i.test(turn.sentence)) filter.status = ["review"];
  if (status && /progress|started|working|under ?way|doing/i.test(status)) filter.status = ["in_progress"];
  if (status && /review/i.test(status)) filter.status = ["review"];
  if (project) {
    const one = await findOne(turn, PROJECT, project);
    if ("answer" in one) return one;
    filter.projectId = one.found.id;
  }
  const { items } = await turn.use(tasks.list, filter);
  const words = stemsOf(topic ?? "");
  const named =
    words.length === 0 ? items : items.filter((task) => shareOf(words, ANY_TASK.textOf(task)) >= 0.6);
  const isUndated =
    isUndatedAsked ||
    (UNDATED.test(turn.sentence) && /\b(?:un)?date|\bded?line|\bdue\b/i.test(turn.sentence));
  const left = isUndated ? named.filter(({ dueDate }) => dueDate === null) : named;
  return { found: withoutExcepted(turn, ANY_TASK, left) };
}

const PROJECT_NAME = /\b(?:on|in|for|of|about|from) (?:the |my )?([\p{L}\p{N} ]{3,40})(?: project)?[?.!]?$/iu;

async function isNamedProject(turn: Turn, words: string): Promise<boolean> {
  const all = await PROJECT.list(
    turn,
    readMention(words, PROJECT.nouns, { now: turn.context.now, timeZone: turn.timeZone }),
  );
  const stems = stemsOf(words).filter((stem) => !/^(?:the|my|project|task|all|to-do|todo)$/.test(stem));
  return stems.length > 0 && all.filter(({ name }) => shareOf(stems, name) >= 0.9).length === 1;
}

const listed =
  (hasCards: boolean, isUndated = false): Act =>
  async (turn, roles): Promise<Answer> => {
    const result = await tasksOf(turn, roles, isUndated);
    if ("answer" in result) return result.answer;
    const { found } = result;
    const text =
      found.length === 0
        ? "You have no such tasks."
        : `You have ${found.length >= MAX_LISTED ? "at least " : ""}${plural(found.length, "open task")}${hasCards ? "" : " of that kind"}.`;
    return { text, cards: found.slice(0, 12).map((task) => taskCard(task, turn.clock)) };
  };

const about =
  (format: (task: Parameters<typeof taskCard>[0] & { status: string }, turn: Turn) => string): Act =>
  async (turn, { item }) => {
    const one = await findOne(turn, ANY_TASK, item);
    if ("answer" in one) return one.answer;
    return { text: format(one.found, turn), cards: [taskCard(one.found, turn.clock)] };
  };

function daysLeft(due: Date, { context, timeZone }: Turn): string {
  const from = startOfDay(context.now, timeZone).getTime();
  const days = Math.round((startOfDay(due, timeZone).getTime() - from) / 86_400_000);
  return days > 1 ? `, in ${days} days` : days < -1 ? `, ${-days} days ago` : "";
}

const STATES: Record<string, string> = {
  todo: "No, it is open",
  in_progress: "Not yet, it is in progress",
  review: "Not yet, it is in review",
  completed: "Yes, it is completed",
};

export const TASK_QUESTIONS: Readonly<Record<string, Act>> = {
  "tasks.list": listed(true),
  "tasks.undated": listed(true, true),
  "tasks.count": listed(false),
  "tasks.when": about(({ title, dueDate }, turn) =>
    dueDate
      ? `'${title}' is due ${momentOf(dueDate, turn.clock)}${daysLeft(dueDate, turn)}.`
      : `'${title}' has no due date.`,
  ),
  "tasks.state": about(({ title, status }) => `${STATES[status] ?? status}: '${title}'.`),
};
