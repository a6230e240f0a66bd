import { inputHashOf } from "#platform/capability/input-hash.ts";
import type { EventStep, WhatIfDraft } from "../alternative-model.ts";
import { basisOf } from "../basis-of-plan.ts";
import type { Block } from "../engine/plan-problem.ts";
import type { Reading } from "../reading/read-problem.ts";
import type { AlternativeKind } from "./draft-variants.ts";
import type { Situation } from "./read-situation.ts";

type Shown = {
  kind: AlternativeKind;
  blocks: readonly Block[];
  steps: readonly EventStep[];
  drafts: readonly WhatIfDraft[];
};

/**
 * Of an alternative and of what it was made from: its blocks, the meetings that it changes, and the days as they are
 * without it (`today`). It is applied exactly as it was shown, or not at all; what came up since and is not in it refuses
 * nothing, as with plans.
 */
export function basisOfAlternative(
  { changes, subjects }: Situation,
  today: Reading,
  { kind, blocks, steps, drafts }: Shown,
): string {
  const changed = new Set(steps.flatMap((step) => ("eventId" in step ? [step.eventId] : [])));
  const meetings = [...subjects.meetings.values()].filter(({ id }) => changed.has(id));
  const shown = { kind, steps, drafts, changes, plan: basisOf(today, blocks) };
  // Instants as text: a hash of values does not see into dates.
  return inputHashOf("plan.applyWhatIf", JSON.parse(JSON.stringify({ meetings, shown })));
}
