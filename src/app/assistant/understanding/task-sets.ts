import { projects } from "#features/tasks/projects.ts";
import type { Turn } from "../intent.ts";
import { withoutExcepted } from "./find-records.ts";
import { shareOf, stemsOf } from "./match-words.ts";
import { readPriority } from "./read-priority.ts";
import { OPEN_TASK } from "./record-kinds.ts";
import { readPeriod } from "./times/read-period.ts";

type Task = Awaited<ReturnType<typeof OPEN_TASK.list>>[number];

const SET =
  /\b(?:all|every|everything|each|both|whole|entire|any|the (?:two|three|four|five)|(?:over ?due|undated|late|open|urgent|high[- ]priority|low[- ]priority) (?:task|to-?do|one|thing)s|(?:task|to-?do)s)\b/i;
const WORDS =
  /\b(?:all|every|everything|each|both|whole|entire|any|the|my|of|on|in|for|with|without|that|are|is|have|has|no|a|an|due|date|dates|deadline|two|three|four|five|them|those|these|tasks?|to-?dos?|ones?|things?|list|project|open|over ?due|late|undated|priority|urgent|high|low|medium)\b/gi;
const OVERDUE = /\bover ?due\b|\blate\b/i;
const UNDATED =
  /\bundated\b|\b(?:no|without|w\/o|missing|lacks?|lacking|have no|has no)(?: an?)? (?:due )?(?:date|deadline|ded?line)/i;

/** The open tasks of a set such as 'all overdue tasks' or 'everything in the website project'; null where one is named. */
export async function tasksOfSet(turn: Turn, words: string): Promise<Task[] | null> {
  if (!SET.test(words)) return null;
  const left = words.replace(WORDS, " ").replaceAll(/[^\p{L}\p{N}\s'-]/gu, " ");
  const rest = left.split(/\s+/).filter((word) => word.length > 1);
  const all = await OPEN_TASK.list(turn, { ...NOTHING, words });
  const projectIds = rest.length > 0 ? await projectsNamed(turn, rest.join(" ")) : [];
  const period = rest.length > 0 && projectIds.length === 0 ? readPeriod(turn, rest.join(" ")) : null;
  const level = readPriority(words);
  const stems = projectIds.length > 0 || period ? [] : stemsOf(rest.join(" "));
  const isShown = /\b(?:them|those|these|both|all|(?:the )?(?:two|three|four|five))\b/i.test(words);
  const shown = turn.previousCards.filter(({ kind }) => kind === "task").map(({ id }) => id);
  const isPlain = stems.length + projectIds.length === 0 && !level && !period && !OVERDUE.test(words);
  if (isPlain && !UNDATED.test(words) && isShown && shown.length > 0)
    return withoutExcepted(
      turn,
      OPEN_TASK,
      all.filter(({ id }) => shown.includes(id)),
    );
  const found = all.filter(
    (task) =>
      (!OVERDUE.test(words) || (task.dueDate !== null && task.dueDate < turn.context.now)) &&
      (!UNDATED.test(words) || task.dueDate === null) &&
      (!level || task.priority === level) &&
      (!period || (task.dueDate !== null && task.dueDate >= period.from && task.dueDate < period.to)) &&
      (projectIds.length === 0 || projectIds.includes(task.projectId ?? "")) &&
      (stems.length === 0 || shareOf(stems, OPEN_TASK.textOf(task)) >= LEAST_SHARE),
  );
  return withoutExcepted(turn, OPEN_TASK, found);
}

const LEAST_SHARE = 0.6;
const NOTHING = {
  ...{ content: [], kindWords: [], isAll: true, isPointing: false, place: null },
  ...{ period: null, moment: null, isLatest: false },
};

async function projectsNamed(turn: Turn, words: string): Promise<string[]> {
  const { items } = await turn.use(projects.list, { limit: 100 });
  return items.filter(({ name }) => shareOf(stemsOf(words), name) >= LEAST_SHARE).map(({ id }) => id);
}
