import { projects } from "#features/tasks/projects.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { parseMoment } from "#platform/time/parse-moment.ts";
import { joinWords, momentOf, plural, taskCard } from "../format-answer.ts";
import type { Answer, Intent, Turn } from "../intent.ts";
import { anyTask, OPEN, openTask, projectCard, projectNamed } from "../lookup/find-task.ts";
import { priorityIn } from "./task-lists.ts";

const PRIORITY_WORDS =
  /(?<![\s,])[\s,]*(?<![\w-])(?:with |at |of )?(?:a |an )?(urgent|high|medium|low)(?: priority)(?![\w-])[\s,]*/i;

const create: Intent = {
  name: "tasks.create",
  area: "tasks",
  phrases: [
    "(put|add) {text} (to|on|in|onto) [my] (tasks|task list|to do list|todo list|to-do list|todos|list) due {date}",
    "(put|add) {text} (to|on|in|onto) [my] (tasks,|task list,|to do list,|todo list,|to-do list,|list,) due {date}",
    "(put|add) {text} (to|on|in|onto) [my] to do list",
    "make sure [that] i {text}",
    "(set|create|add|make) [me] [a|the] reminder (to|about|that|for) {text}",
    "i (should|ought to|mustn't forget to|must not forget to|can't forget to) {text}",
    "[a] new (task|todo|to-do): {text}",

    "(create|add|make|new|set up|put) [me] [up] [a|an|the] [new] [{priority} priority|{priority}] (task|todo|to-do|action item|reminder) [item] [to|for|about|called|named|that says|:] {text}",
    "(task|todo|to-do): {text}",
    "(task|todo|to-do) {text}",
    "remind me (to|about|of|that) {text}",
    "remember to {text}",
    "(do not|don't) let me forget (to|about) {text}",
    "(add|put) {text} (to|on|in|onto) [my] (tasks|task list|todo list|to-do list|todos|list)",
    "i (have|need|must) to {text}",
    "note to self: {text}",
    "note to self {text}",
  ],
  example: "Create a task to call Anna tomorrow at 3",
  async answer(turn, { text = "", priority, date = "" }) {
    const marked = PRIORITY_WORDS.exec(text)?.[1] ?? priority;
    const line = `${text} ${date}`.replace(PRIORITY_WORDS, " ").trim();
    const level = marked ? priorityIn(marked) : undefined;
    const quick = level ? `${line} !${level}` : line;
    const task = await turn.use(tasks.quickAdd, { text: quick.slice(0, 1000), timeZone: turn.timeZone });
    const due = task.dueDate ? `, due ${momentOf(task.dueDate, turn.clock)}` : "";
    return {
      text: `I created the task '${task.title}'${due}.`,
      cards: [taskCard(task, turn.clock)],
      suggestions: ["undo", "what is due today?"],
    };
  },
};

type Change = Omit<Parameters<typeof tasks.update>[1], "id" | "version">;

/** Changes the one task that the words name and says so. */
async function changed(
  turn: Turn,
  words: string,
  {
    find = openTask,
    change,
    formatText,
  }: { find?: typeof openTask; change: Change; formatText: (title: string) => string },
): Promise<Answer> {
  const one = await find(turn, words);
  if ("answer" in one) return one.answer;
  const { id, version } = one.found;
  const task = await turn.use(tasks.update, { id, version, ...change });
  return { text: formatText(task.title), cards: [taskCard(task, turn.clock)], suggestions: ["undo"] };
}

const complete: Intent = {
  name: "tasks.complete",
  area: "tasks",
  phrases: [
    "i (did|sorted|sorted out|took care of|have done|have sorted) [the] [task] {item} [already]",
    "(cross|strike|check) [the] [task] {item} off [my|the] [list|to-do list|todo list]",
    "cross off {item}",

    "(mark|set|check off|tick off|check|tick) [the] [task] {item} [as|to] (done|complete|completed|finished)",
    "(complete|finish|close|check off|tick off) [the] task {item}",
    "(complete|finish|check off|tick off) {item}",
    "i [have] (finished|completed|done) [the] [task] {item}",
    "i am done with [the] [task] {item}",
    "{item} is (done|finished|completed|complete)",
    "done with {item}",
  ],
  example: "Mark 'call Anna' as done",
  answer: (turn, { item = "" }) =>
    changed(turn, item, {
      change: { status: "completed" },
      formatText: (title) => `'${title}' is completed.`,
    }),
};

const start: Intent = {
  name: "tasks.start",
  area: "tasks",
  phrases: [
    "i (began|have begun|have started|started) [with|working on] {item}",

    "(start|begin) [working on|with] [the] task {item}",
    "(start|begin) (working on|work on|with) {item}",
    "i am (working on|starting [with]) {item}",
    "(mark|set|move) [the] [task] {item} (as|to|in|into) [in] progress",
  ],
  example: "Start working on the budget",
  answer: (turn, { item = "" }) =>
    changed(turn, item, {
      change: { status: "in_progress" },
      formatText: (title) => `'${title}' is in progress.`,
    }),
};

const reopen: Intent = {
  name: "tasks.reopen",
  area: "tasks",
  phrases: [
    "(open|put) [the] [task] {item} again",
    "{item} (has to be|must be|needs to be) done again",

    "reopen [the] [task] {item}",
    "(mark|set) [the] [task] {item} (as|to) (open|todo|not done|undone|to do)",
    "{item} is not (done|finished)",
  ],
  example: "Reopen the task 'call Anna'",
  answer: (turn, { item = "" }) =>
    changed(turn, item, {
      find: anyTask,
      change: { status: "todo" },
      formatText: (title) => `'${title}' is open again.`,
    }),
};

const reschedule: Intent = {
  name: "tasks.reschedule",
  area: "tasks",
  phrases: [
    "(give me|i need) until {date} for {item}",
    "(put|hold) {item} off (until|till|to) {date}",
    "put off {item} (until|till|to) {date}",

    "(move|postpone|reschedule|push|defer|delay|shift) [the] task {item} (to|until|till|by|for) {date}",
    "(postpone|defer|snooze) {item} (to|until|till|by) {date}",
    "(move|push) {item} (to|until) {date}",
    "{item} is due {date}",
    "set the due date of {item} to {date}",
    "(make|set) {item} due {date}",
  ],
  example: "Move the task 'call Anna' to Friday",
  async answer(turn, { item = "", date = "" }) {
    const moment = parseMoment(/^\d+ (day|week|hour|month)s?$/i.test(date) ? `in ${date}` : date, {
      now: turn.context.now,
      timeZone: turn.timeZone,
    });
    if (!moment)
      return {
        text: `I do not understand when '${date}' is. Say for example 'to Friday' or 'to March 3'.`,
        isQuestion: true,
      };
    return changed(turn, item, {
      change: { dueDate: moment.at.toISOString() },
      formatText: (title) => `'${title}' is now due ${momentOf(moment.at, turn.clock)}.`,
    });
  },
};

const setPriority: Intent = {
  name: "tasks.setPriority",
  area: "tasks",
  phrases: [
    "{item} is (very|really|most|so) (important|urgent)",

    "(bump|raise|lift|change|drop|lower|move|upgrade|downgrade) [the] [task] {item} (to|down to|up to) {priority} [priority]",
    "(make|mark|set) [the] [task] {item} [as|to] {priority} [priority]",
    "(set|change|raise|lower) [the] priority of [the] [task] {item} to {priority}",
    "{item} is {priority} priority",
  ],
  example: "Make 'call Anna' urgent",
  async answer(turn, { item = "", priority = "" }) {
    const level = priorityIn(priority);
    if (!level) return { text: "Which priority: urgent, high, medium or low?", isQuestion: true };
    return changed(turn, item, {
      change: { priority: level },
      formatText: (title) => `'${title}' has ${level} priority now.`,
    });
  },
};

const remove: Intent = {
  name: "tasks.delete",
  area: "tasks",
  phrases: [
    "(take|strike|remove) {item} (off|from|out of) [my|the] (tasks|list|todo list|to-do list|task list)",
    "i do not (need|want) the task {item} [any more|anymore]",

    "(delete|remove|trash|drop) [the] task {item}",
    "(delete|remove|drop) {item} from my (tasks|list|todo list|to-do list)",
  ],
  example: "Delete the task 'call Anna'",
  async answer(turn, { item = "" }) {
    const one = await anyTask(turn, item);
    if ("answer" in one) return one.answer;
    const { id, title } = one.found;
    const summary = `Move the task '${title}' to the trash`;
    return {
      text: `Shall I move '${title}' to the trash?`,
      cards: [taskCard(one.found, turn.clock)],
      proposed: [{ capability: "tasks.delete", input: { id }, summary }],
    };
  },
};

const listProjects: Intent = {
  name: "projects.list",
  area: "tasks",
  phrases: [
    "(which|what) projects (am i (in|on|working on|leading|part of)|are (open|running|active|there))",

    "(show|list|give|what are) [me] [all] [my] [the] [current] projects",
    "[my] projects",
    "what projects do i have",
    "how are my projects (doing|going|progressing)",
  ],
  example: "Show my projects",
  async answer(turn) {
    const { items } = await turn.use(projects.list, { limit: 8 });
    if (items.length === 0)
      return { text: "You have no projects yet.", suggestions: ["create a project called Launch"] };
    return { text: `You have ${plural(items.length, "project")}.`, cards: items.map(projectCard) };
  },
};

const progress: Intent = {
  name: "projects.progress",
  area: "tasks",
  phrases: [
    "(how is|how goes|how are we doing (on|with)) [the] project {item} [going|doing]",
    "(what|how much) is (done|finished) (in|on|of) [the] project {item}",

    "how is [the] project {item} (doing|going|progressing|coming along)",
    "how is [the] {item} project (doing|going|progressing|coming along)",
    "(what is the|show the|show me the) (progress|status|state) (of|on) [the] project {item}",
    "(what is the|show the|show me the) (progress|status|state) (of|on) [the] {item} project",
    "how far (is|along is) [the] project {item}",
  ],
  example: "How is the project Launch going?",
  async answer(turn, { item = "" }) {
    const one = await projectNamed(turn, item);
    if ("answer" in one) return one.answer;
    const { id, name, progressPercentage } = one.found;
    const { items } = await turn.use(tasks.list, { projectId: id, status: [...OPEN], sort: "due", limit: 3 });
    const nextText =
      items.length > 0
        ? `Next: ${joinWords(items.map(({ title }) => `'${title}'`))}.`
        : "Nothing is open in it.";
    return {
      text: `'${name}' is at ${progressPercentage} %. ${nextText}`,
      cards: [projectCard(one.found), ...items.map((task) => taskCard(task, turn.clock))],
    };
  },
};

const createProject: Intent = {
  name: "projects.create",
  area: "tasks",
  phrases: [
    "(open|found|launch|begin) [a|the] new project [called|named|for] {text}",
    "new project[:] {text}",
    "(create|add|make|start|new|set up) [me] [a|an|the] [new] project [called|named|for] {text}",
  ],
  example: "Create a project called Launch",
  async answer(turn, { text = "" }) {
    const project = await turn.use(projects.create, { name: text.slice(0, 200) });
    return {
      text: `I created the project '${project.name}'.`,
      cards: [projectCard(project)],
      suggestions: ["undo", "show my projects"],
    };
  },
};

export const taskChangeIntents: readonly Intent[] = [
  create,
  complete,
  start,
  reopen,
  reschedule,
  setPriority,
  remove,
  listProjects,
  progress,
  createProject,
];
