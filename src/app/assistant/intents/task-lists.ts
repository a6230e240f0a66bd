import { tasks } from "#features/tasks/tasks.ts";
import { joinWords, plural, taskCard } from "../format-answer.ts";
import type { Answer, Intent, Turn } from "../intent.ts";
import { OPEN, projectNamed } from "../lookup/find-task.ts";
import type { Card } from "../model.ts";
import { parsePeriod } from "../phrases/parse-period.ts";

const MAX_CARDS = 8;

type Filter = Omit<NonNullable<Parameters<typeof tasks.list>[1]>, "limit">;

/** Lists what the filter finds; `name` describes the list in the answer. */
async function listed(turn: Turn, filter: Filter, name: string): Promise<Answer> {
  const { items, nextCursor } = await turn.use(tasks.list, { sort: "due", ...filter, limit: MAX_CARDS });
  if (items.length === 0) return { text: `You have no ${name}.`, suggestions: ["what should I do next?"] };
  return {
    text: nextCursor
      ? `You have more than ${MAX_CARDS} ${name}. These come first.`
      : `You have ${items.length} ${items.length === 1 ? name.replace("tasks", "task") : name}.`,
    cards: items.map((task) => taskCard(task, turn.clock)),
    suggestions: ["mark the first as done", "move the first to tomorrow"],
  };
}

const list: Intent = {
  name: "tasks.list",
  area: "tasks",
  phrases: [
    "what (work|tasks|todos) (is|are) [still] (left|open|waiting|pending) [for me]",
    "do i have [any] [open|undone|unfinished|pending] (tasks|todos|to-dos)",
    "(is there|do i have) anything [left|else] [for me] to do",
    "(run|go|read) [me] (through|over) my (tasks|list|todos|to-do list)",

    "(show|list|give|tell) [me] [all] [of] [my] [the] [open|pending|outstanding|active] (tasks|todos|to-dos|todo list|task list|to-do list)",
    "what are my [open|pending|outstanding|current] (tasks|todos|to-dos)",
    "what (tasks|todos) do i have",
    "what [else] do i (have|need) to do",
    "what is on my (todo list|to-do list|task list|plate|list)",
    "[my] [open] (tasks|todos|to-dos)",
    "what is (open|outstanding|still open|left to do)",
  ],
  example: "Show my tasks",
  answer: (turn) => listed(turn, { status: [...OPEN] }, "open tasks"),
};

const due: Intent = {
  name: "tasks.due",
  area: "tasks",
  phrases: [
    "(what|which) [of my] (tasks|todos|work) (must|have to|has to|need to|needs to) be (done|finished|ready) [by] {when}",
    "what is (left|to be done|to do|on my list) {when}",
    "(what|which) [of my] tasks (come|comes|fall|falls) due {when}",
    "what do i have to get done {when}",

    "what is due {when}",
    "(what|which) tasks are due {when}",
    "(is there anything|anything|is anything|do i have anything) due {when}",
    "(show|list|give) [me] [all] [my] [the] tasks [that are] [due] {when}",
    "[my] tasks [due] {when}",
    "what do i (have|need) to (do|finish|get done) {when}",
    "what must i do {when}",
    "what (tasks|todos) do i have [due] {when}",
    "(show|list|give) [me] {when} tasks",
    "deadlines {when}",
    "what deadlines do i have {when}",
  ],
  example: "What is due this week?",
  answer(turn, { when = "" }) {
    const period = parsePeriod(when, { now: turn.context.now, timeZone: turn.timeZone });
    if (!period) return listed(turn, { status: [...OPEN] }, "open tasks");
    const { from, to, name } = period;
    const range = { dueFrom: from.toISOString(), dueBefore: to.toISOString() };
    return listed(turn, { status: [...OPEN], ...range }, `open tasks due ${name}`);
  },
};

const overdue: Intent = {
  name: "tasks.overdue",
  area: "tasks",
  phrases: [
    "anything [that is] (slipping|late|overdue|past due|behind)",
    "(am i|what am i) behind [on|with] [anything|my tasks]",
    "(which|what) deadlines (have i missed|did i miss|have passed|are past)",
    "(what|which) tasks should (have been|already be) (done|finished) [already]",

    "(what is|what am i|am i) [running] (overdue|late [on|with])",
    "(what|which|how many) [of] [my] tasks are (overdue|late)",
    "(show|list|give) [me] [all] [my] [the] (overdue|late) (tasks|todos|items)",
    "[my] (overdue|late) (tasks|todos)",
    "(is anything|anything|do i have anything|do i have any tasks) overdue",
    "what did i miss",
    "overdue",
  ],
  example: "What is overdue?",
  answer: (turn) =>
    listed(turn, { status: [...OPEN], due: "overdue", timeZone: turn.timeZone }, "overdue tasks"),
};

const byPriority: Intent = {
  name: "tasks.byPriority",
  area: "tasks",
  phrases: [
    "(what|which) (tasks|things) (are|have) the (highest|most) priority",
    "what is (most|really) urgent",

    "(what|which) [of my] tasks are [the] [most] {priority}",
    "(show|list|give|what are) [me] [all] [my] [the] [open] {priority} [priority] (tasks|todos|items)",
    "(what|which) tasks (are|have) {priority} [priority]",
    "[my] {priority} [priority] (tasks|todos)",
    "what is {priority} [priority]",
    "(do i have|are there) [any] {priority} [priority] tasks",
  ],
  example: "Show my urgent tasks",
  answer(turn, { priority = "" }) {
    const level = priorityIn(priority) ?? "high";
    return listed(turn, { status: [...OPEN], priority: [level] }, `open tasks of ${level} priority`);
  },
};

export const priorityIn = (words: string) =>
  (["urgent", "high", "medium", "low"] as const).find(
    (each) => each === words.toLowerCase().replace("normal", "medium"),
  );

const ofProject: Intent = {
  name: "tasks.ofProject",
  area: "tasks",
  phrases: [
    "(what|which) tasks (are|are there|are open|remain|do i have) (in|for|on) [the] project {item}",
    "(what|which) tasks (are|are there|are open|remain|do i have) (in|for|on) [the] {item} project",

    "(show|list|give) [me] [all] [my] [the] [open] tasks (in|of|for|from|on) [the] project {item}",
    "(show|list|give) [me] [all] [my] [the] [open] tasks (in|of|for|from|on) [the] {item} project",
    "what is (left|open|to do) (in|of|for|on) [the] project {item}",
    "what is (left|open|to do) (in|of|for|on) [the] {item} project",
    "tasks (in|of|for) [the] project {item}",
    "tasks (in|of|for) [the] {item} project",
  ],
  example: "Show the tasks of the project Launch",
  async answer(turn, { item = "" }) {
    const one = await projectNamed(turn, item);
    if ("answer" in one) return one.answer;
    const { id, name } = one.found;
    return listed(turn, { status: [...OPEN], projectId: id }, `open tasks in '${name}'`);
  },
};

const count: Intent = {
  name: "tasks.count",
  area: "tasks",
  phrases: [
    "how many (things|items) (are on my list|do i have to do|are left to do)",

    "how many [open|pending] (tasks|todos) (do i have|are there|are open|are left) [open|left]",
    "count my [open] tasks",
    "how much work do i have",
    "how am i doing on [my] tasks",
  ],
  example: "How many tasks do I have?",
  async answer(turn) {
    const counts = await turn.use(tasks.counts, { timeZone: turn.timeZone });
    const { byStatus, dueToday } = counts;
    const open = byStatus.todo + byStatus.in_progress + byStatus.review;
    return {
      text: `You have ${plural(open, "open task")}: ${byStatus.in_progress} in progress, ${byStatus.review} in review. ${dueToday} due today, ${counts.overdue} overdue, ${byStatus.completed} completed.`,
      suggestions: counts.overdue > 0 ? ["what is overdue?"] : ["what should I do next?"],
    };
  },
};

const next: Intent = {
  name: "tasks.next",
  area: "tasks",
  phrases: [
    "what (would|do) you (suggest|recommend|advise) [me] [to do] [next|now|first]",
    "(which|what) task (should|shall|do) i (do|tackle|start with|begin with|take) [next|first|now]",
    "what (matters|is important) most [now|today]",

    "where (should|shall|do|would) i (start|begin)",
    "what should i [be] (do|doing|work on|working on|focus on|start with|tackle|finish) [next|now|today]",
    "what should i [be] (doing|work on|working on|focus on|start with|tackle|finish) first",
    "what (is next|comes next|now|next)",
    "(recommend|suggest) [me] [something|what] [to do] [next]",
    "(recommend|suggest) [me] [a|some] tasks",
    "(prioritize|prioritise) my (tasks|day|work|list)",
    "what is [the|my] most (important|urgent) [thing|task] [today|now|to do]",
    "what are my [top] priorities [today|now]",
    "where do i start",
    "help me focus",
  ],
  example: "What should I do next?",
  async answer(turn) {
    const { recommendations } = await turn.use(tasks.recommend, { timeZone: turn.timeZone });
    if (recommendations.length === 0)
      return {
        text: "Nothing is waiting for you: there are no open tasks.",
        suggestions: ["what is on my calendar today?"],
      };
    const ids = [...new Set(recommendations.flatMap(({ taskIds }) => taskIds))].slice(0, 3);
    const cards: Card[] = [];
    for (const id of ids) cards.push(taskCard(await turn.use(tasks.get, { id }), turn.clock));
    return {
      text: recommendations.map(({ title, description }) => `${title}: ${description}`).join("\n"),
      cards,
      suggestions: ["start with the first"],
    };
  },
};

const completed: Intent = {
  name: "tasks.completed",
  area: "tasks",
  phrases: [
    "(what|which) [tasks] (did i|have i) (finish|finished|complete|completed|tick off|ticked off) [{when}]",
    "what (was|got) (done|finished|completed) {when}",

    "what (have i|did i) (finish|finished|complete|completed|done|do|accomplish|accomplished|achieve|achieved|get done) {when}",
    "(show|list) [me] [my] [the] (completed|finished|done) tasks [{when}]",
    "what have i (done|finished|completed)",
    "[my] (completed|finished) tasks [{when}]",
  ],
  example: "What did I finish this week?",
  async answer(turn, { when }) {
    const period = when ? parsePeriod(when, { now: turn.context.now, timeZone: turn.timeZone }) : null;
    const { items, nextCursor } = await turn.use(tasks.list, { status: ["completed"], limit: 200 });
    const done = items.filter(
      ({ completedAt }) => !period || (completedAt && completedAt >= period.from && completedAt < period.to),
    );
    const name = period ? ` ${period.name}` : "";
    if (done.length === 0) return { text: `No task was completed${name}.` };
    return {
      text: `${nextCursor ? "At least " : ""}${plural(done.length, "task")} completed${name}: ${joinWords(done.slice(0, 5).map(({ title }) => `'${title}'`))}.`,
      cards: done.slice(0, MAX_CARDS).map((task) => taskCard(task, turn.clock)),
    };
  },
};

const find: Intent = {
  name: "tasks.find",
  area: "tasks",
  phrases: [
    "(which|what) [of my] tasks (mention|are about|have to do with|speak of) {text}",

    "(find|search [for]|look for|show [me]) [the|my|a] (task|tasks|todos) (about|for|with|called|named|on|mentioning|containing) {text}",
    "(is there|do i have) a task (about|for|to|called) {text}",
  ],
  example: "Find tasks about the budget",
  answer: (turn, { text = "" }) => listed(turn, { text: text.slice(0, 200) }, `tasks that say '${text}'`),
};

export const taskListIntents: readonly Intent[] = [
  list,
  due,
  overdue,
  byPriority,
  ofProject,
  count,
  next,
  completed,
  find,
];
