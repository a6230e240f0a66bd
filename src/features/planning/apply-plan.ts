import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { basisOf } from "./basis-of-plan.ts";
import {
  changeBlocks,
  changesOnWire,
  createBlock,
  fixBlocks,
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
  const { basis, blocks: shownBlocks, ...scope } = shown;
  const reading = await readProblem(context, { span: "week", ...scope });
  const blocks = shownBlocks.map(({ item, startTime, endTime }) => ({
    ...{ itemId: item, start: startTime.getTime(), end: endTime.getTime() },
  }));
  if (basisOf(reading, blocks) !== basis || violationsOf(reading.problem, blocks).length > 0)
    throw outdated();
  const { applied, undo } = await applyBlocks(context, reading, blocks);
  context.undoWith({ capability: "plan.restore", input: changesOnWire(undo) });
  return applied;
}

/** Makes the calendar have these blocks. `isFixed`: those that later plans leave where they are. */
export async function applyBlocks(
  context: SignedIn,
  reading: Reading,
  blocks: readonly Block[],
  isFixed: (block: Block) => boolean = () => false,
): Promise<{ applied: AppliedPlan; undo: BlockChanges }> {
  const { placed, removed } = compareBlocks(blocks, reading.present);
  const factsOf = factsIn(reading, blocks);
  const factsOfEach = placed.map((block) => [block, factsOf(block)] as const);
  const created: string[] = [];
  const fixed = placed.flatMap((block) => (block.present && isFixed(block) ? [block.present.eventId] : []));
  for (const [block, facts] of factsOfEach)
    if (block.change === "new") {
      const id = await create(context, reading, block, facts);
      created.push(id);
      if (isFixed(block)) fixed.push(id);
    }
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
  await fixBlocks(context, fixed);
  const ids = [...created, ...undo.move.map(({ eventId }) => eventId), ...undo.restore];
  return {
    applied: { ids, created: created.length, moved: undo.move.length, removed: undo.restore.length },
    undo: { ...undo, remove: [...undo.remove, ...created] },
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
