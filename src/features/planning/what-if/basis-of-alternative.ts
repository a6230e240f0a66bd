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
 * Of all that an alternative was made from, but for the time, and of itself: it is applied exactly as it was shown, or
 * not at all. `today`: what the days are without the changes.
 */
export function basisOfAlternative(
  { changes, subjects, owed, promises }: Situation,
  today: Reading,
  { kind, blocks, steps, drafts }: Shown,
): string {
  const { meetings, missing } = subjects;
  const made = {
    meetings: [...meetings.values()],
    missing: [...missing],
    owed: [...owed],
    promises: [...promises],
  };
  const shown = { kind, steps, drafts, changes, plan: basisOf(today, blocks) };
  // Instants as text: a hash of values does not see into dates.
  return inputHashOf("plan.applyWhatIf", JSON.parse(JSON.stringify({ made, shown })));
}
