import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import {
  AppliedWhatIf,
  MakeRoom,
  ShownAlternative,
  WhatIf,
  WhatIfAnswer,
  WhatIfUndo,
} from "./alternative-model.ts";
import { applyPlan } from "./apply-plan.ts";
import { changeBlocks, changesOnWire, lockPlan } from "./change-blocks.ts";
import { clearPlan } from "./clear-plan.ts";
import { findClash } from "./focus/find-clash.ts";
import { FocusAnswer, ProposedTimes } from "./focus/focus-model.ts";
import { proposeOtherTimes } from "./focus/propose-other-times.ts";
import { makeRoom } from "./making-room/make-room.ts";
import {
  AppliedPlan,
  BlockChanges,
  ClearScope,
  ItemId,
  PlannedBlock,
  PlannedDay,
  PlanScope,
  Proposal,
  ShownPlan,
} from "./model.ts";
import { draftPlan, proposePlan } from "./propose-plan.ts";
import { listBlocks } from "./reading/list-blocks.ts";
import { guessLength } from "./review/guess-length.ts";
import { dropItem, postponeItem } from "./review/postpone-item.ts";
import { reviewDay } from "./review/review-day.ts";
import {
  DayReview,
  DescribedTask,
  LengthGuess,
  PlanReview,
  Postponed,
  PostponedItem,
} from "./review/review-model.ts";
import { reviewPlan } from "./review/review-plan.ts";
import { answerWhatIf, draftWhatIf } from "./what-if/answer-what-if.ts";
import { applyWhatIf } from "./what-if/apply-what-if.ts";
import { restoreWhatIf } from "./what-if/restore-what-if.ts";

/** Blocks are events of the calendar: whoever shows these reads them again. */
const invalidates = ["events"];
const Ids = z.object({ ids: z.array(Id) });

export const plan = resource("plan", {
  propose: read({
    summary:
      "Propose where tasks, preparation and owed answers fit into your days, with the reasons; nothing is written",
    input: PlanScope,
    output: Proposal,
    access: "user",
    ownTransactions: true,
    run: proposePlan,
  }),
  draft: read({
    summary: "Propose a plan as `plan.propose` does, at once and with less search; nothing is written",
    input: PlanScope,
    output: Proposal,
    access: "user",
    run: draftPlan,
  }),
  apply: write({
    summary:
      "Write a proposed plan into the calendar exactly as it was shown; it is refused if its `basis` is outdated",
    input: ShownPlan,
    output: AppliedPlan,
    access: "user",
    invalidates,
    run: applyPlan,
  }),
  blocks: read({
    summary:
      "List the blocks of your plan between two instants, with what they are for and why they are there",
    input: z.strictObject({ from: Instant, to: Instant }),
    output: z.object({ items: z.array(PlannedBlock) }),
    access: "user",
    run: listBlocks,
  }),
  restore: write({
    summary: "Restore the blocks of a plan as they were before it was applied",
    input: BlockChanges,
    output: Ids,
    access: "user",
    agents: "hidden",
    invalidates,
    run: async (context, changes) => {
      await lockPlan(context);
      const undo = await changeBlocks(context, changes);
      context.undoWith({ capability: "plan.restore", input: changesOnWire(undo) });
      return { ids: [...undo.remove, ...undo.restore, ...undo.move.map(({ eventId }) => eventId)] };
    },
  }),
  whatIf: read({
    summary:
      "Answer what breaks if days are left out, a trip is made, a meeting moves or somebody is missing, with up to three ways to go on; nothing is written",
    input: WhatIf,
    output: WhatIfAnswer,
    access: "user",
    ownTransactions: true,
    run: answerWhatIf,
  }),
  draftWhatIf: read({
    summary: "Answer `plan.whatIf` at once, with less search; nothing is written",
    input: WhatIf,
    output: WhatIfAnswer,
    access: "user",
    run: draftWhatIf,
  }),
  makeRoom: read({
    summary:
      "List up to three sets of meetings that would make room if they were shorter, moved or declined, with what that gains; nothing is written",
    input: MakeRoom,
    output: WhatIfAnswer,
    access: "user",
    ownTransactions: true,
    run: makeRoom,
  }),
  applyWhatIf: destroy({
    summary:
      "Apply one way to go on exactly as `plan.whatIf` or `plan.makeRoom` showed it: blocks, events, answers to invitations, and drafts of mails; it is refused if its `basis` is outdated",
    input: ShownAlternative,
    output: AppliedWhatIf,
    access: "user",
    invalidates: ["events", "emails"],
    run: applyWhatIf,
  }),
  restoreWhatIf: destroy({
    summary: "Restore blocks, events and answers as they were before a way to go on was applied",
    input: WhatIfUndo,
    output: Ids,
    access: "user",
    agents: "hidden",
    invalidates: ["events", "emails"],
    run: restoreWhatIf,
  }),
  focusClash: read({
    summary: "Get whether an invitation is in focus hours that you defend, and when else you are free",
    input: z.strictObject({ eventId: Id }),
    output: FocusAnswer,
    access: "user",
    run: findClash,
  }),
  proposeOtherTimes: write({
    summary: "Create a draft to the organizer of an invitation in your focus hours, with free times instead",
    input: z.strictObject({ eventId: Id }),
    output: ProposedTimes,
    access: "user",
    invalidates: ["emails"],
    run: proposeOtherTimes,
  }),
  clear: destroy({
    summary: "Remove the coming blocks of your plan, except those that you moved yourself",
    input: ClearScope,
    output: Ids,
    access: "user",
    invalidates,
    run: clearPlan,
  }),
  postpone: write({
    summary: "Move what is still open of today’s plan to a free time of tomorrow or of the next seven days",
    input: Postponed,
    output: PostponedItem,
    access: "user",
    invalidates,
    run: postponeItem,
  }),
  drop: destroy({
    summary: "Remove the blocks of one item from today on; the task or promise itself stays open",
    input: z.strictObject({ item: ItemId }),
    output: Ids,
    access: "user",
    invalidates,
    run: dropItem,
  }),
  guess: read({
    summary: "Guess how long a task takes, from similar ones that you finished or estimated",
    input: DescribedTask,
    output: LengthGuess,
    access: "user",
    run: guessLength,
  }),
  reviewDay: read({
    summary: "Review today’s plan: what is done, what is still open, and what tomorrow begins with",
    input: z.strictObject({}),
    output: DayReview,
    access: "user",
    run: reviewDay,
  }),
  review: read({
    summary: "Review seven days of your plan: what was done, missed and moved, and where the hours went",
    input: z.strictObject({ from: PlannedDay.optional() }),
    output: PlanReview,
    access: "user",
    run: reviewPlan,
  }),
});
