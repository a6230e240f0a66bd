import { useQuery } from "@tanstack/react-query";
import type { AttentionItemOnWire, Mark } from "#features/attention/model.ts";
import { type Attention, attention } from "#features/attention/web/api.ts";
import { commitments } from "#features/commitments/web/api.ts";
import type { Today } from "#features/daily-ops/web/api.ts";
import { tasks } from "#features/tasks/web/api.ts";
import { t } from "#i18n/message.ts";
import { queryChange, useWrite } from "#platform/client/use-write.ts";
import { readerDayAt, readerTimeZone } from "#platform/time/reader-clock.ts";
import { needsYouQuery } from "./needs-you-query.ts";
import { todayQuery } from "./today-query.ts";

/** An item, and why it is first if it is. */
export type Needed = AttentionItemOnWire & { why?: string[] };
type Decided = Pick<AttentionItemOnWire, "id" | "kind" | "title" | "record"> &
  Partial<Pick<AttentionItemOnWire, "due">>;

/** What a person decides about an item here. What the record itself can say is said there: a done task is completed. */
export type Decision = { item: Decided; as: Mark; until?: string };

const DONE: Record<Mark, (title: string) => string> = {
  done: (title) => t`Done: '${title}'`,
  snoozed: (title) => t`Snoozed '${title}'`,
  unimportant: (title) => t`'${title}' is not important`,
  not_mine: (title) => t`'${title}' is not yours`,
};

/** The hour of the day at which a snoozed item is back. */
const MORNING = 8;
export const snoozedFor = (days: number) => ({
  as: "snoozed" as const,
  until: readerDayAt(new Date(), days, MORNING).toISOString(),
});

/** What a decision changes. */
export const DECIDED = [["attention"], ["today"]];

/** The items that need the person, what is first of them before the others: once the day is known, so that none moves. */
export function useNeedsYou() {
  const { data, error, refetch } = useQuery(needsYouQuery());
  const { data: day, error: dayError } = useQuery(todayQuery());
  const isKnown = data && (day || dayError);
  return { data: isKnown ? inOrder(data.items, day?.first ?? []) : undefined, error, refetch };
}

function inOrder(items: Attention["items"], first: Today["first"]): Needed[] {
  const listed = first.filter(({ id }) => items.some((item) => item.id === id));
  return [...listed, ...items.filter(({ id }) => listed.every((item) => item.id !== id))];
}

/** A decision shows at once, and can be taken back. */
export function useDecide() {
  const without = ({ item, as }: Decision) => {
    const isOther = ({ id }: { id: string }) => id !== item.id;
    const owes = OWED_BY[item.kind];
    const ends = as !== "unimportant";
    return [
      queryChange<Attention>(needsYouQuery().queryKey, ({ items, total }) => ({
        total: total - (items.every(isOther) ? 0 : 1),
        items: items.filter(isOther),
      })),
      queryChange<Today>(todayQuery().queryKey, (day) => ({
        ...day,
        first: day.first.filter(isOther),
        ...(owes && ends && { owed: { ...day.owed, [owes]: withoutRecord(day.owed[owes], item) } }),
      })),
    ];
  };
  return useWrite<Decision, Back>({
    send: (decision) => (changeRecord(decision) ?? mark)(decision),
    optimistic: without,
    invalidates: DECIDED,
    done: (_, { item, as }) =>
      isTask(item) && as === "done" ? t`Completed '${item.title}'` : DONE[as](item.title),
    failed: t`That was not done`,
    undo: (back) => ({ send: back, failed: t`That was not undone` }),
  }).mutate;
}

type Owed = Today["owed"]["me"];
/** Also where the record is not among those listed. */
const withoutRecord = ({ open, late, items }: Owed, { record, due }: Decided): Owed => {
  const listed = items.find(({ id }) => id === record.id);
  const isLate = listed ? listed.isLate : due && Date.parse(due) < Date.now();
  return { open: open - 1, late: late - (isLate ? 1 : 0), items: items.filter((item) => item !== listed) };
};

export const isTask = ({ record }: Pick<Decided, "record">): boolean => record.kind === "task";

/** Takes a decision back. */
type Back = () => Promise<unknown>;
type Send = (decision: Decision) => Promise<Back>;

/** Who owes what is promised or asked for. */
const OWED_BY: Readonly<Record<string, "me" | "them">> = { request: "me", promise: "me", waiting: "them" };

function changeRecord({ item, as }: Decision): Send | undefined {
  if (isTask(item) && as === "done") return complete;
  if (!OWED_BY[item.kind]) return;
  if (as === "done") return ({ item }) => changeCommitment(commitments.markMet.call, item);
  if (as === "not_mine") return ({ item }) => changeCommitment(commitments.refuse.call, item);
}

async function mark({ item: { id }, as, until }: Decision): Promise<Back> {
  const timeZone = readerTimeZone();
  await attention.mark.call({ timeZone, items: [{ id, as, ...(until && { until }) }] });
  return () => attention.unmark.call({ timeZone, items: [id] });
}

async function complete({ item: { record } }: Decision): Promise<Back> {
  const { id } = record;
  const { status } = await tasks.get.call({ id });
  await tasks.updateMany.call({ changes: [{ id, status: "completed" }] });
  return () => tasks.updateMany.call({ changes: [{ id, status }] });
}

async function changeCommitment(
  act: (input: { id: string }) => Promise<unknown>,
  { record: { id } }: Decided,
): Promise<Back> {
  await act({ id });
  return () => commitments.restore.call({ id, state: "open" });
}
