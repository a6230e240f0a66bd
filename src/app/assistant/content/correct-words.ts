import { isForm, isMisspelled } from "./match-concept.ts";
import type { Concept } from "./question.ts";
import type { Vocabulary } from "./rank-units.ts";

/** Words that no record has, as the record nearest in spelling has them. */
export function corrected(concepts: readonly Concept[], { stems }: Vocabulary): Concept[] {
  return concepts.map((concept) => {
    const { stem, forms } = concept;
    if (stem.length < 5) return concept;
    for (const word of stems) if (isForm(stem, word)) return concept;
    const near = [...stems].filter((word) => isMisspelled(stem, word));
    return near.length === 0 ? concept : { ...concept, forms: [...near.slice(0, 3), ...forms] };
  });
}
