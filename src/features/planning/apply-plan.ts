import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { basisOf } from "./basis-of-plan.ts";
import {
  changeBlocks,
  changesOnWire,
  createBlock,
  lockPlan,
  NO_CHANGES,
  storeReasons,
} from "./change-blocks.ts";
import { compareBlocks, type PlacedBlock } from "./compare-blocks.ts";
import { violationsOf } from "./engine/check-plan.ts";
import type { Block } from "./engine/plan-problem.ts";
import type { AppliedPlan, BlockChanges, Fact, ShownPlan } from "./model.ts";
import { factsIn, wordsOf } from "./propose-plan.ts";
import { type Reading, readProblem } from "./reading/read-problem.ts";

/** Writes a plan as it was shown. Throws a conflict if what it was made from changed, or its time has passed. */
export async function applyPlan(context: SignedIn, shown: ShownPlan): Promise<AppliedPlan> {
  await lockPlan(context);
  const { from, to, items, without, basis } = shown;
  const reading = await readProblem(context, {
    ...{ span: "week", from, to },
    ...(items && { items }),
    ...(without && { without }),
  });
  const blocks = shown.blocks.map(({ item, startTime, endTime }) => ({
    ...{ itemId: item, start: startTime.getTime(), end: endTime.getTime() },
  }));
  if (basisOf(reading, blocks) !== basis || violationsOf(reading.problem, blocks).length > 0)
    throw outdated();
  const { back: _, ...applied } = await writePlan(context, reading, blocks);
  return applied;
}

/**
 * Writes these blocks into the calendar, with one undo for all (`back`); what is present and not among them is removed.
 */
export async function writePlan(
  context: SignedIn,
  reading: Reading,
  blocks: readonly Block[],
): Promise<AppliedPlan & { back: BlockChanges }> {
  const { placed, removed } = compareBlocks(blocks, reading.present);
  const factsOf = factsIn(reading, blocks);
  const factsOfEach = placed.map((block) => [block, factsOf(block)] as const);
  const created: string[] = [];
  for (const [block, facts] of factsOfEach)
    if (block.change === "new") created.push(await create(context, reading, block, facts));
  const moved = placed.filter(({ change }) => change === "moved");
  const undo = await changeBlocks(context, {
    ...NO_CHANGES,
    remove: removed.map(({ eventId }) => eventId),
    move: moved.map(({ start, end, present }) => ({
      ...{ eventId: present?.eventId ?? "", startTime: new Date(start), endTime: new Date(end) },
    })),
  });
  for (const [{ present, change }, facts] of factsOfEach)
    if (present && change !== "new") await storeReasons(context, present.eventId, facts);
  const back = { ...undo, remove: [...undo.remove, ...created] };
  context.undoWith({ capability: "plan.restore", input: changesOnWire(back) });
  return {
    ids: [...created, ...undo.move.map(({ eventId }) => eventId), ...undo.restore],
    ...{ created: created.length, moved: undo.move.length, removed: undo.restore.length, back },
  };
}

const outdated = () =>
  new AppError(
    "conflict",
    t`Your tasks or your calendar changed since this plan was made. Please make a new one`,
  );

function create(context: SignedIn, reading: Reading, block: PlacedBlock, facts: readonly Fact[]) {
  const { start, end, itemId } = block;
  const item = reading.wanted.get(itemId);
  if (!item) throw outdated();
  const text = facts.map((fact) => wordsOf(fact, reading)).join(". ");
  return createBlock(context, { item, start, end, facts, text });
}
