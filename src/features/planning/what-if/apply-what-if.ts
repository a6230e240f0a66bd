import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { AppliedWhatIf, ShownAlternative } from "../alternative-model.ts";
import { applyBlocks } from "../apply-plan.ts";
import { lockPlan } from "../change-blocks.ts";
import { violationsOf } from "../engine/check-plan.ts";
import type { Block } from "../engine/plan-problem.ts";
import { isInside, joined } from "../engine/span-sets.ts";
import { minutesOf } from "../reading/build-problem.ts";
import { addDays, minuteOf } from "../reading/day-spans.ts";
import type { PlanFacts } from "../reading/read-facts.ts";
import { type Reading, toReading } from "../reading/read-problem.ts";
import { basisOfAlternative } from "./basis-of-alternative.ts";
import { isShared } from "./change-facts.ts";
import { factsOfAlternative } from "./draft-variants.ts";
import { stepsBeyond } from "./list-steps.ts";
import { readSituation } from "./read-situation.ts";
import { lockEvents, NO_UNDO, storeDrafts, takeEventSteps, undoOnWire } from "./take-steps.ts";

/**
 * Writes one alternative as it was shown, in the open transaction and with one undo. Throws a conflict if what it was
 * made from changed, or its time has passed.
 */
export async function applyWhatIf(context: SignedIn, shown: ShownAlternative): Promise<AppliedWhatIf> {
  await lockPlan(context);
  const { from, to, items, without, changes, kind, steps, drafts } = shown;
  await lockEvents(
    context,
    steps.flatMap((step) => ("eventId" in step ? [step.eventId] : [])),
  );
  const situation = await readSituation(context, {
    ...{ from, to, changes, ...(items && { items }), ...(without && { without }) },
  });
  const { facts, subjects } = situation;
  const { timeZone } = facts.clock;
  const blocks = shown.blocks.map(({ item, startTime, endTime }) => ({
    ...{ itemId: item, start: startTime.getTime(), end: endTime.getTime() },
  }));
  const beyond = stepsBeyond(steps, changes);
  const changed = factsOfAlternative(facts, changes, subjects, { kind, steps: beyond });
  const reading = toReading(changed);
  const basis = basisOfAlternative(situation, toReading(facts), { kind, blocks, steps, drafts });
  if (basis !== shown.basis || violationsOf(reading.problem, blocks).length > 0) throw outdated();
  const searched = planned(reading, blocks);
  const events = await takeEventSteps(context, steps, { meetings: subjects.meetings, timeZone });
  const plan = await applyBlocks(
    context,
    searched,
    blocks,
    kind === "longer" ? overtimeOf(facts, blocks) : () => false,
  );
  const draftIds = await storeDrafts(context, drafts);
  const undo = { ...NO_UNDO, ...events.undo, blocks: plan.undo, removeDrafts: draftIds };
  context.undoWith({ capability: "plan.restoreWhatIf", input: undoOnWire(undo) });
  const count = (one: ShownAlternative["steps"][number]["kind"]) =>
    steps.filter((step) => step.kind === one).length;
  return {
    ids: [...new Set([...events.ids, ...plan.applied.ids])],
    created: plan.applied.created + count("create"),
    moved: plan.applied.moved + count("move"),
    shortened: count("shorten"),
    removed: plan.applied.removed + count("remove"),
    ...{ skipped: count("skip"), declined: count("decline"), draftIds, undo },
  };
}

const outdated = () =>
  new AppError(
    "conflict",
    t`Your tasks or your calendar changed since this plan was made. Please make a new one`,
  );

/** Reasons as they were shown: tasks that wait have no part in them. */
function planned(reading: Reading, blocks: readonly Block[]): Reading {
  const placed = new Set(blocks.map(({ itemId }) => itemId));
  const items = reading.problem.items.filter(({ id }) => placed.has(id));
  return { ...reading, problem: { ...reading.problem, items } };
}

/**
 * The blocks of days that have more planned than their hours or their limit allow stay where they are, as if the person
 * had put them there.
 */
function overtimeOf({ days, clock }: PlanFacts, blocks: readonly Block[]): (block: Block) => boolean {
  const longer = days.flatMap(({ date, work, mostMinutes }) => {
    const start = minuteOf(date, 0, clock.timeZone);
    const day = { start, end: minuteOf(addDays(date, 1), 0, clock.timeZone) };
    const own = blocks.filter((block) => isShared(block, day));
    const isLonger = minutesOf(own) > mostMinutes || own.some((block) => !isInside(block, joined(work)));
    return isLonger ? own : [];
  });
  return ({ itemId, start }) => longer.some((each) => each.itemId === itemId && each.start === start);
}
