import { sql } from "drizzle-orm";
import { listOwedByMe, type Owed } from "#features/commitments/public/owed-by-me.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { itemIdOf, MAX_ITEMS } from "../model.ts";
import type { WantedItem } from "./wanted-item.ts";

/** `answers`: what is done by answering; `promised`: to whom, by the ids of tasks that do it. */
export type Owing = { answers: WantedItem[]; promised: Map<string, string>; isComplete: boolean };

const ANSWER_MINUTES = 15;
/** More than of a task of medium priority: somebody waits. */
const IMPORTANCE = { promise: 0.75, request: 0.65 } as const;

/**
 * What the person owes others, without what they decided is done, not theirs or not important, or comes back later
 * (decision 0153). What became a task is planned as that task.
 */
export async function readOwing(context: SignedIn): Promise<Owing> {
  const owed = await listOwedByMe(context, MAX_ITEMS + 1);
  const marked = await readMarked(context, owed);
  const open = owed.slice(0, MAX_ITEMS);
  return {
    answers: open.filter(({ id, taskId }) => taskId === null && !marked.has(id)).map(toWanted),
    promised: new Map(
      open.flatMap(({ kind, taskId, partyName }) =>
        kind === "promise" && taskId ? [[taskId, partyName] as const] : [],
      ),
    ),
    isComplete: owed.length <= MAX_ITEMS,
  };
}

async function readMarked({ db, actor, now }: SignedIn, owed: readonly Owed[]): Promise<Set<string>> {
  if (owed.length === 0) return new Set();
  const names = new Map(owed.map(({ id, kind }) => [`${kind}:${id}`, id]));
  const { rows } = await db.execute<{ item: string }>(sql`
    select item from attention_marks
     where user_id = ${actor.userId} and item = any(${sql.param([...names.keys()])}::text[])
       and (mark <> 'snoozed' or until > ${now.toISOString()}::timestamptz)`);
  return new Set(rows.flatMap(({ item }) => names.get(item) ?? []));
}

function toWanted({ id, kind, what, partyName, due, provenance }: Owed): WantedItem {
  return {
    id: itemIdOf("commitment", id),
    kind: "answer",
    title: partyName === "" ? t`Answer: ${what}` : t`Answer ${partyName}: ${what}`,
    ...{ provenance, minutes: ANSWER_MINUTES, leastMinutes: ANSWER_MINUTES },
    // The words say how long the matter takes, not the answer.
    guess: { minutes: ANSWER_MINUTES, from: "answer", count: 0 },
    earliest: 0,
    due: due?.getTime() ?? null,
    latest: null,
    importance: IMPORTANCE[kind],
    isPromised: kind === "promise",
    promisedTo: kind === "promise" && partyName !== "" ? partyName : null,
    after: [],
    energy: "any",
    place: null,
    hours: null,
  };
}
