import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { notify } from "#platform/notify/notify.ts";
import type { ZoneClock } from "#platform/time/format-in-zone.ts";
import { describeMoved } from "./describe-reasons.ts";
import { violationsOf } from "./engine/check-plan.ts";
import { PlanScope, type Proposal } from "./model.ts";
import { plan } from "./plan.ts";
import { proposePlan } from "./propose-plan.ts";
import { addDays } from "./reading/day-spans.ts";
import { type Reading, readProblem } from "./reading/read-problem.ts";

/**
 * Moves the coming blocks of today and tomorrow where an event was put on one of them, if the person allowed it. Blocks
 * are only moved: what would have to be made or taken away is left to the person. Needs a context without transaction.
 */
export async function moveBlocks(context: SignedIn): Promise<void> {
  const today = await inOwnTransaction(context, "read", (own) =>
    readProblem(own, PlanScope.parse({ span: "day" })),
  );
  if (!today.settings.movesByItself) return;
  const days = { from: today.from, to: addDays(today.from, 1) };
  const reading = await inOwnTransaction(context, "read", (own) => readProblem(own, PlanScope.parse(days)));
  const items = [
    ...new Set(reading.present.flatMap(({ itemId }) => (reading.wanted.has(itemId) ? [itemId] : []))),
  ];
  if (items.length === 0 || !isBroken(reading)) return;
  const proposal = await proposePlan(context, PlanScope.parse({ ...days, items }));
  const moved = proposal.blocks.filter(({ change }) => change === "moved");
  const isMoreThanMoves =
    proposal.removed.length > 0 || proposal.blocks.some(({ change }) => change === "new");
  if (moved.length === 0 || isMoreThanMoves) return;
  await inOwnTransaction(context, "write", async (own) => {
    await plan.apply(own, { ...days, items, basis: proposal.basis, blocks: proposal.blocks.map(onWire) });
    await announceMoves(own, moved, reading.clock);
  });
}

/** Whether a block cannot stay where it is. */
const isBroken = ({ problem, present, wanted }: Reading): boolean =>
  violationsOf(
    problem,
    present.filter(({ itemId }) => wanted.has(itemId)),
  ).length > 0;

const onWire = ({ item, startTime, endTime }: Proposal["blocks"][number]) => ({
  ...{ item, startTime: startTime.toISOString(), endTime: endTime.toISOString() },
});

async function announceMoves(context: SignedIn, moved: Proposal["blocks"], clock: ZoneClock): Promise<void> {
  await notify(context, {
    userIds: [context.actor.userId],
    title: () => t`Your plan moved`,
    message: () => moved.map((block) => describeMoved(block, clock)).join("\n"),
    type: "calendar",
    href: "/calendar",
  });
}
