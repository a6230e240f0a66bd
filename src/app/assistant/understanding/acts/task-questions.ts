import { tasks } from "#features/tasks/tasks.ts";
import { momentOf, plural, taskCard } from "../../format-answer.ts";
import type { Answer, Turn } from "../../intent.ts";
import { OPEN } from "../../lookup/find-task.ts";
import type { Period } from "../../phrases/parse-period.ts";
import { type Act, asksFor, type Roles } from "../act.ts";
import { exceptionIn, splitException } from "../exceptions.ts";
import { findOne, withoutExcepted } from "../find-records.ts";
import { shareOf, stemsOf } from "../match-words.ts";
import { readMention } from "../read-mention.ts";
import { readPriority } from "../read-priority.ts";
import { ANY_TASK, PROJECT } from "../record-kinds.ts";
import { daysLeft } from "../times/days-left.ts";
import { rangeIn } from "../times/read-days.ts";
import { readPeriod } from "../times/read-period.ts";
import { piecesOf } from "./role-pieces.ts";

type Filter = NonNullable<Parameters<typeof tasks.list>[1]>;
const MAX_LISTED = 100;
const UNDATED = /\b(?:no|without|w\/o|missing|lack|lacks|lacking|undated)\b/i;

type Wanted = "any" | "undated" | "overdue";

/** The open tasks that fit all that was named; an answer that asks where something of it is unclear. */
async function tasksOf(turn: Turn, roles: Roles, wanted: Wanted = "any") {
  const { rest: sentence } = splitException(undefined, turn.sentence);
  const inSentence = (PROJECT_NAME.exec(sentence) ?? TASKS_OF.exec(sentence))?.[1];
  const named = roles.project ?? inSentence ?? roles.topic ?? roles.tag;
  const project = named && (await isNamedProject(turn, named)) ? named : roles.project;
  const topic = project === roles.topic ? undefined : (roles.topic ?? roles.tag);
  const filter: Filter = { ...statusOf(turn, roles, sentence), sort: "due", limit: MAX_LISTED };
  const period = periodOf(turn, roles.when, sentence);
  if (period === "unclear") return { answer: asksFor(`When is '${roles.when}'?`) };
  if (period)
    Object.assign(filter, { dueFrom: period.from.toISOString(), dueBefore: period.to.toISOString() });
  if (project) {
    const one = await findOne({ ...turn, sentence }, PROJECT, project);
    if ("answer" in one) return one;
    filter.projectId = one.found.id;
  }
  const due = period ? undefined : dueOf(roles, wanted, sentence);
  const { items } = await turn.use(tasks.list, { ...filter, ...(due && { due, timeZone: turn.timeZone }) });
  const words = exceptionIn(turn.sentence) === topic ? [] : stemsOf(topic ?? "");
  const about =
    words.length === 0 ? items : items.filter((task) => shareOf(words, ANY_TASK.textOf(task)) >= 0.6);
  const isProjectless = PROJECTLESS.test(sentence);
  const left = about.filter(({ projectId }) => !isProjectless || projectId === null);
  return { found: withoutExcepted(turn, ANY_TASK, left) };
}

/** Which priority and status; what is left out says nothing about it. */
function statusOf(turn: Turn, { priority, status = "" }: Roles, sentence: string): Filter {
  const level = priority ? readPriority(piecesOf(turn.sentence, priority)[0] ?? priority) : null;
  const isUrgent = /\burgent\b/i.test(`${status} ${sentence}`) && !/\bhigh\b/i.test(sentence);
  const isReview = /review/i.test(status) || /\b(?:in|waiting (?:on|for)|under|for) review\b/i.test(sentence);
  const isBegun = /progress|started|working|under ?way|doing/i.test(status);
  return {
    status: isReview ? ["review"] : isBegun ? ["in_progress"] : [...OPEN],
    ...(level ? { priority: [level] } : isUrgent ? { priority: ["urgent"] } : {}),
  };
}

/** The days that are named; a range may have only its end in the role. */
function periodOf(turn: Turn, when: string | undefined, sentence: string): Period | "unclear" | null {
  const range = rangeIn(sentence, { now: turn.context.now, timeZone: turn.timeZone });
  if (range) return range;
  if (!when || /^(?:due )?(?:soon|next)$/i.test(when)) return null;
  return readPeriod(turn, when) ?? "unclear";
}

const OVERDUE = /\bover ?due\b|\blate\b|\bpast (?:their|its|the) (?:date|deadline)/i;
const PROJECTLESS = /(?:\b(?:not|no|without|outside)|n't) (?:\w+ ){0,3}project\b/i;

function dueOf({ status = "" }: Roles, wanted: Wanted, sentence: string): Filter["due"] {
  if (wanted === "overdue" || OVERDUE.test(status)) return "overdue";
  const isUndated = UNDATED.test(sentence) && /\b(?:un)?date|\bded?line|\bdue\b/i.test(sentence);
  return wanted === "undated" || isUndated ? "none" : undefined;
}

const PROJECT_NAME = /\b(?:on|in|for|of|about|from) (?:the |my )?([\p{L}\p{N} ]{3,40})(?: project)?[?.!]?$/iu;
const TASKS_OF =
  /(?:^|\b(?:which|the|my|all|what|any) )([\p{L}\p{N}' ]{3,40}?) (?:project(?:'s)? )?(?:to-?dos?|tasks)\b/iu;

async function isNamedProject(turn: Turn, words: string): Promise<boolean> {
  const all = await PROJECT.list(
    turn,
    readMention(words, PROJECT.nouns, { now: turn.context.now, timeZone: turn.timeZone }),
  );
  const stems = stemsOf(words).filter((stem) => !/^(?:the|my|project|task|all|to-do|todo)$/.test(stem));
  return stems.length > 0 && all.filter(({ name }) => shareOf(stems, name) >= 0.9).length === 1;
}

const listed =
  (hasCards: boolean, wanted: Wanted = "any"): Act =>
  async (turn, roles): Promise<Answer> => {
    const result = await tasksOf(turn, roles, wanted);
    if ("answer" in result) return result.answer;
    const { found } = result;
    const text =
      found.length === 0
        ? `You have no ${Object.keys(roles).length > 0 ? "such" : wanted === "overdue" ? "overdue" : "open"} tasks.`
        : `You have ${found.length >= MAX_LISTED ? "at least " : ""}${plural(found.length, wanted === "overdue" ? "overdue task" : "open task")}${hasCards ? "" : " of that kind"}.`;
    return { text, cards: found.slice(0, 12).map((task) => taskCard(task, turn.clock)) };
  };

const about =
  (format: (task: Parameters<typeof taskCard>[0] & { status: string }, turn: Turn) => string): Act =>
  async (turn, { item }) => {
    const one = await findOne(turn, ANY_TASK, item);
    if ("answer" in one) return one.answer;
    return { text: format(one.found, turn), cards: [taskCard(one.found, turn.clock)] };
  };

const STATES: Record<string, string> = {
  todo: "No, it is open",
  in_progress: "Not yet, it is in progress",
  review: "Not yet, it is in review",
  completed: "Yes, it is completed",
};

export const TASK_QUESTIONS: Readonly<Record<string, Act>> = {
  "tasks.list": listed(true),
  "tasks.undated": listed(true, "undated"),
  "tasks.overdue": listed(true, "overdue"),
  "tasks.count": listed(false),
  "tasks.when": about(({ title, dueDate }, turn) =>
    dueDate
      ? `'${title}' is due ${momentOf(dueDate, turn.clock)}${daysLeft(dueDate, turn)}.`
      : `'${title}' has no due date.`,
  ),
  "tasks.state": about(({ title, status }) => `${STATES[status] ?? status}: '${title}'.`),
};
