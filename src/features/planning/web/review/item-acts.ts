import { commitments } from "#features/commitments/web/api.ts";
import { tasks } from "#features/tasks/web/api.ts";
import { t } from "#i18n/message.ts";
import { queryChange, useWrite } from "#platform/client/use-write.ts";
import { formatShortWeekday, formatTime } from "#ui/dates.ts";
import { plan } from "../api.ts";
import { DAY_REVIEW, type DayItem, type DayOnWire } from "./use-day-review.ts";

export const ACTS = ["done", "tomorrow", "week", "drop"] as const;
export type Act = (typeof ACTS)[number];
type Acted = { act: Act; item: DayItem };
/** What was done in words, and how it is taken back. */
type Result = { words: string; undo(): Promise<unknown> };

/** What the person decides about one open item of the day: shown at once, with Undo. */
export function useItemActs() {
  const { mutate } = useWrite({
    send: ({ act, item }: Acted): Promise<Result> => SENDS[act](item),
    optimistic: (acted) => [queryChange<DayOnWire>(DAY_REVIEW.queryKey, (day) => after(day, acted))],
    done: ({ words }) => words,
    failed: (_, { item }) => [t`'${item.title}' stays where it is`, _.message],
    undo: ({ undo }) => ({ send: undo, failed: t`That was not undone` }),
    invalidates: [["plan"]],
  });
  return (act: Act, item: DayItem) => mutate({ act, item });
}

/** Preparation is done when its time is over, so nobody says so. */
export const canBe = (act: Act, { kind }: DayItem): boolean => act !== "done" || kind !== "preparation";

const after = (day: DayOnWire, { act, item }: Acted): DayOnWire => ({
  ...day,
  items: day.items.flatMap((each) => {
    if (each.item !== item.item) return each;
    return act === "done" ? { ...each, isDone: true } : [];
  }),
});

const SENDS: Record<Act, (item: DayItem) => Promise<Result>> = {
  done: (item) => (item.kind === "answer" ? markMet(item) : complete(item)),
  tomorrow: (item) => postpone(item, "tomorrow"),
  week: (item) => postpone(item, "week"),
  drop: async ({ item, title }) => {
    const { ids } = await plan.drop.call({ item });
    return {
      words: t`Out of the plan: '${title}'`,
      undo: () => plan.restore.call({ remove: [], restore: ids, move: [] }),
    };
  },
};

async function postpone({ item, title }: DayItem, until: "tomorrow" | "week"): Promise<Result> {
  const { startTime, undo } = await plan.postpone.call({ item, until });
  const start = new Date(startTime);
  const when = `${formatShortWeekday(start)}, ${formatTime(start)}`;
  return { words: t`Moved to ${when}: '${title}'`, undo: () => plan.restore.call(undo) };
}

const idOf = ({ item }: DayItem): string => item.slice(item.indexOf(":") + 1);
const doneWords = ({ title }: DayItem): string => t`Done: '${title}'`;

async function complete(item: DayItem): Promise<Result> {
  const id = idOf(item);
  const { status } = await tasks.get.call({ id });
  const change = (to: typeof status) => tasks.updateMany.call({ changes: [{ id, status: to }] });
  await change("completed");
  return { words: doneWords(item), undo: () => change(status) };
}

async function markMet(item: DayItem): Promise<Result> {
  const id = idOf(item);
  const { state, evidence, supersededBy } = await commitments.get.call({ id });
  await commitments.markMet.call({ id });
  return {
    words: doneWords(item),
    undo: () => commitments.restore.call({ id, state, evidence, supersededBy }),
  };
}
