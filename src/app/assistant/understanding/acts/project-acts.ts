import { projects } from "#features/tasks/projects.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { NUMBER_WORDS } from "#platform/time/number-words.ts";
import { joinWords, momentOf, plural, taskCard } from "../../format-answer.ts";
import type { Answer, Turn } from "../../intent.ts";
import { projectCard } from "../../lookup/find-task.ts";
import { type Act, asksFor, planOf } from "../act.ts";
import { capital } from "../capital.ts";
import { findMany, findOne } from "../find-records.ts";
import { readMention } from "../read-mention.ts";
import { ANY_TASK, PROJECT } from "../record-kinds.ts";
import { readTime } from "../times/read-time.ts";
import { hitsIn } from "./mail/list-mails.ts";
import { newTimeIn } from "./role-pieces.ts";

type Project = Awaited<ReturnType<typeof projects.get>>;
type Fields = Omit<Parameters<typeof projects.update>[1], "id" | "version">;

/** One step for each project that is named. */
async function changed(
  turn: Turn,
  item: string | undefined,
  planned: (project: Project) => { fields: Fields; order: string } | Answer,
  title = "",
) {
  const many = await findMany({ ...turn, sentence: turn.sentence.replace(title, " ") }, PROJECT, item);
  if ("answer" in many) return many.answer;
  const plans = [];
  for (const project of many.found) {
    const one = planned(project);
    if ("text" in one) return { ...one, cards: [projectCard(project)] };
    const { id, version } = project;
    plans.push(
      planOf(
        projects.update,
        { id, version, ...one.fields },
        { order: one.order, cards: [projectCard(project)] },
      ),
    );
  }
  return plans;
}

const complete: Act = (turn, { item }) =>
  changed(turn, item, ({ name, status }) =>
    status === "completed"
      ? { text: `The project '${name}' is completed already.` }
      : { fields: { status: "completed" }, order: `Complete the project '${name}'` },
  );

const rename: Act = (turn, { item, title }) =>
  changed(
    turn,
    item,
    ({ name }) =>
      title
        ? {
            fields: { name: capital(title).slice(0, 200) },
            order: `Rename the project '${name}' to '${capital(title)}'`,
          }
        : asksFor(`What shall '${name}' be called?`),
    title,
  );

const deadline: Act = async (turn, { item, when }) => {
  if (when || !/\?|^(?:when|by when|what|until when)\b|\bend date on\b/i.test(turn.sentence))
    return endOf(turn, item, when);
  const one = await findOne(turn, PROJECT, item);
  if ("answer" in one) return one.answer;
  const { name, endDate } = one.found;
  const text = endDate ? `'${name}' ends ${momentOf(endDate, turn.clock)}.` : `'${name}' has no end date.`;
  return { text, cards: [projectCard(one.found)] };
};

const endOf = (turn: Turn, item: string | undefined, when: string | undefined) =>
  changed(turn, item, ({ name, endDate }) => {
    if (!when)
      return /\b(?:no|remove|drop|without|clear)\b/i.test(turn.sentence)
        ? { fields: { endDate: null }, order: `Remove the end of the project '${name}'` }
        : asksFor(`When shall '${name}' end?`);
    const words = newTimeIn(turn.sentence, when);
    const at = monthsLater(words, endDate) ?? readTime(turn, words, endDate ?? undefined)?.at;
    return at
      ? {
          fields: { endDate: at.toISOString() },
          order: `Set the end of the project '${name}' to ${momentOf(at, turn.clock)}`,
        }
      : asksFor(`When is '${when}'?`);
  });

/** 'Three more months', 'a month later': counted from the end as it is. */
function monthsLater(words: string, from: Date | null): Date | null {
  const [, count = "", unit = ""] =
    /^(?:another |by |for )?(an?|one|two|three|four|five|six|\d{1,2}) (?:more |extra )?(week|month|year)s?(?: (?:more|later|longer))?$/i.exec(
      words.trim(),
    ) ?? [];
  if (!unit || !from || !/\b(?:more|later|longer|another|extra|by)\b/i.test(words)) return null;
  const amount = NUMBER_WORDS[count.toLowerCase()] ?? Number(count);
  const next = new Date(from);
  if (unit.toLowerCase() === "week") next.setUTCDate(next.getUTCDate() + 7 * amount);
  else next.setUTCMonth(next.getUTCMonth() + amount * (unit.toLowerCase() === "year" ? 12 : 1));
  return next;
}

const remove: Act = async (turn, { item }) => {
  const many = await findMany(turn, PROJECT, item);
  if ("answer" in many) return many.answer;
  return many.found.map((project) =>
    planOf(
      projects.delete,
      { id: project.id },
      {
        order: `Move the project '${project.name}' to the trash; its tasks stay`,
        cards: [projectCard(project)],
      },
    ),
  );
};

const restoreTasks: Act = async (turn, { item }) => {
  const { items } = await turn.use(tasks.trash, { limit: 100 });
  if (items.length === 0) return { text: "No, there are no tasks in the trash." };
  const { content, isAll, isPointing } = readMention(item ?? "", ANY_TASK.nouns, {
    now: turn.context.now,
    timeZone: turn.timeZone,
  });
  const words = content.filter((stem) => !/^(?:delet|trash|wrong|gone)$/.test(stem));
  const shown = new Set(turn.previousCards.map(({ id }) => id));
  const pointed = items.filter(({ id }) => shown.has(id));
  const found =
    words.length > 0
      ? items.filter(({ title }) => hitsIn(words, title) >= words.length * 0.6)
      : isAll && !isPointing
        ? items
        : pointed.length > 0
          ? pointed
          : items.slice(0, 1);
  const [one, second] = found;
  const cards = (found.length > 0 ? found : items).slice(0, 5).map((task) => taskCard(task, turn.clock));
  if (!one) return { ...asksFor(`No task like '${item}' is in the trash. Which one do you mean?`), cards };
  if (second && !isAll) return { ...asksFor("Which of them shall I restore?"), cards };
  const order = `Restore from the trash: ${joinWords(found.map(({ title }) => `'${title}'`))}`;
  return second
    ? planOf(tasks.restoreMany, { ids: found.map(({ id }) => id) }, { order, cards })
    : planOf(tasks.restore, { id: one.id }, { order, cards });
};

/** Adds the tag to those that a task has. */
const tagTasks: Act = async (turn, { item, tag }) => {
  const name = tag?.replaceAll(/^["'#]|["']$/g, "").trim();
  if (!name) return asksFor("Which tag?");
  const many = await findMany(turn, ANY_TASK, item);
  if ("answer" in many) return many.answer;
  const plans = [];
  for (const { id } of many.found) {
    const task = await turn.use(tasks.get, { id });
    if (task.tags?.includes(name)) continue;
    plans.push(
      planOf(
        tasks.update,
        { id, version: task.version, tags: [...(task.tags ?? []), name] },
        { order: `Tag '${task.title}' with '${name}'`, cards: [taskCard(task, turn.clock)] },
      ),
    );
  }
  return plans.length > 0
    ? plans
    : {
        text: `${plural(many.found.length, "task")}: tagged with '${name}' already.`,
        cards: many.found.map((task) => taskCard(task, turn.clock)),
      };
};

export const PROJECT_ACTS: Readonly<Record<string, Act>> = {
  "projects.complete": complete,
  "projects.rename": rename,
  "projects.deadline": deadline,
  "projects.delete": remove,
  "tasks.restore": restoreTasks,
  "tasks.tag": tagTasks,
};
