import { commitments } from "#features/commitments/commitments.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { taskCard } from "../../format-answer.ts";
import type { Turn } from "../../intent.ts";
import { OPEN } from "../../lookup/find-task.ts";
import type { Card } from "../../model.ts";
import type { KnownPerson } from "./known-person.ts";
import { commitmentCard } from "./people-kinds.ts";
import { plainWords } from "./person-words.ts";

type Matter = { text: string; card: Card };

const MOST = 6;

/** What is open between the person and somebody: promises of both, and tasks whose title has the name. */
export async function listOpenMatters(turn: Turn, person: KnownPerson): Promise<Matter[]> {
  const parties = [...person.addresses, ...(person.userId ? [person.userId] : [])].slice(0, 20);
  const { items: owed } =
    parties.length > 0
      ? await turn.use(commitments.list, { parties, states: ["open", "proposed"], limit: MOST })
      : { items: [] };
  const promises = owed.map((each) => ({
    text: `${each.owedBy === "me" ? "You promised" : `${person.name} promised`}: ${each.what}.`,
    card: commitmentCard(each, turn),
  }));
  return [...promises, ...(await openTasks(turn, person))];
}

async function openTasks(turn: Turn, { name }: KnownPerson): Promise<Matter[]> {
  const own = plainWords(name);
  const [first = ""] = own;
  if (!first) return [];
  const { items } = await turn.use(tasks.list, { text: first, status: [...OPEN], limit: 50 });
  return items
    .filter(({ title }) => plainWords(title).some((word) => own.includes(word)))
    .slice(0, MOST)
    .map((task) => ({ text: `Your task: ${task.title}.`, card: taskCard(task, turn.clock) }));
}
