import type { Proposal } from "#features/planning/model.ts";
import { plan } from "#features/planning/plan.ts";
import type { Answer, Turn } from "../../../intent.ts";
import { type Act, asksFor } from "../../act.ts";
import { findMany } from "../../find-records.ts";
import { OPEN_TASK } from "../../record-kinds.ts";
import { readDuration } from "../../times/read-duration.ts";
import { type PlanDays, planDaysOf } from "./plan-days.ts";
import { blockLines, leftOutLines, shownBlocks, sumOf } from "./plan-text.ts";

type Narrowed = { items?: string[]; lengths?: { item: string; minutes: number }[] };

/** A plan of these days as it would be written; one click writes it, nothing is written before. */
async function proposed(turn: Turn, { from, to, name }: PlanDays, narrowed: Narrowed = {}): Promise<Answer> {
  const proposal = await turn.use(plan.draft, { from, to, ...narrowed });
  const { blocks, removed } = proposal;
  const left = leftOutLines(proposal);
  const changes = blocks.filter(({ change }) => change !== "kept");
  if (blocks.length === 0 && removed.length === 0)
    return {
      text: [`There is nothing that I could plan for ${bare(name)}.`, ...left].join("\n"),
      suggestions: ["what should I do next?"],
    };
  if (changes.length === 0 && removed.length === 0)
    return {
      text: [
        `Your plan for ${bare(name)} still fits: nothing would change.`,
        ...blockLines(turn, blocks),
        ...left,
      ].join("\n"),
    };
  return {
    text: [
      `A plan for ${bare(name)}, ${sumOf(blocks)}. Nothing is written yet.`,
      ...blockLines(turn, blocks),
      ...left,
    ].join("\n"),
    proposed: [
      {
        capability: "plan.apply",
        input: {
          from: proposal.from,
          to: proposal.to,
          ...narrowed,
          basis: proposal.basis,
          blocks: shownBlocks(proposal.blocks),
        },
        summary: orderOf(proposal),
      },
    ],
    suggestions: ["what if I take tomorrow off?"],
  };
}

const bare = (name: string) => name.replace(/^(?:on|in|for) /, "");

function orderOf({ blocks, removed }: Proposal): string {
  const count = (change: string) => blocks.filter((block) => block.change === change).length;
  const parts = [
    [count("new"), "put", "into your calendar"],
    [count("moved"), "move", ""],
    [removed.length, "remove", ""],
  ] as const;
  const words = parts
    .filter(([number]) => number > 0)
    .map(([number, verb, where]) => `${verb} ${number} ${number === 1 ? "block" : "blocks"} ${where}`.trim())
    .join(", ");
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** 'Plan my week', 'redo the afternoon'. */
export const makePlan: Act = async (turn, { when }) => {
  const days = planDaysOf(turn, when);
  return "text" in days ? days : proposed(turn, days);
};

/** 'Find two hours for the board deck before Thursday'. */
export const placeTask: Act = async (turn, { item, when, duration }) => {
  if (!item) return asksFor("For which task shall I find time?");
  const many = await findMany(turn, OPEN_TASK, item);
  if ("answer" in many) return many.answer;
  const days = planDaysOf({ ...turn, sentence: when ?? "this week" }, when ?? "the next 7 days");
  if ("text" in days) return days;
  const minutes = duration ? readDuration(duration) : null;
  if (duration && !minutes) return asksFor(`How long is '${duration}'?`);
  const items = many.found.map(({ id }) => `task:${id}`);
  const lengths = minutes ? items.slice(0, 20).map((each) => ({ item: each, minutes })) : undefined;
  return proposed(turn, days, { items, ...(lengths && { lengths }) });
};
