import type { Person } from "#platform/testing/test-database.ts";
import type { Answer, Turn } from "../../intent.ts";
import type { Card } from "../../model.ts";
import { plansOf, type Roles } from "../act.ts";
import { ACTS } from "../acts.ts";

export type Acted = { text: string; isQuestion: boolean; cards: string[]; calls: [string, object][] };

/** What a frame with these roles leads to: the calls that are proposed, or the answer. */
export const actAs = (
  person: Person,
  frame: string,
  roles: Roles,
  {
    sentence = "",
    previousCards = [],
    timeZone = "UTC",
  }: Partial<Pick<Turn, "sentence" | "previousCards" | "timeZone">> = {},
): Promise<Acted> =>
  person.run(async (context) => {
    const clock = { timeZone, hourCycle: "h23" as const };
    const use: Turn["use"] = (capability, input) =>
      capability(context, input) as ReturnType<typeof capability>;
    const turn: Turn = { context, timeZone, clock, sentence, previousCards, use };
    const result = await ACTS[frame]?.(turn, roles);
    if (!result) throw new Error(`No act of ${frame}`);
    const plans = plansOf(result);
    const titles = (cards: readonly Card[] = []) => cards.map(({ title }) => title);
    if (plans)
      return {
        ...{ text: plans.map(({ order }) => order).join("\n"), isQuestion: false },
        cards: titles(plans.flatMap(({ cards }) => cards)),
        calls: plans.map(({ capability: { resource, verb }, input }) => [`${resource}.${verb}`, input]),
      };
    const answer = result as Answer;
    return {
      ...{ text: answer.text, isQuestion: answer.isQuestion ?? false, cards: titles(answer.cards) },
      calls: (answer.proposed ?? []).map(({ capability, input }) => [capability, input]),
    };
  });
