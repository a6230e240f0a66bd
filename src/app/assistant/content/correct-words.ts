import { isForm, isMisspelled } from "./match-concept.ts";
import type { Concept } from "./question.ts";
import type { Read } from "./rank-units.ts";

/** Words that no record has, as the record nearest in spelling has them. */
export function corrected(concepts: readonly Concept[], reads: readonly Read[]): Concept[] {
  const vocabulary = new Set(reads.flatMap((read) => [...read.vocabulary]));
  return concepts.map((concept) => {
    const { stem, forms } = concept;
    if (stem.length < 5) return concept;
    for (const word of vocabulary) if (isForm(stem, word)) return concept;
    const near = [...vocabulary].filter((word) => isMisspelled(stem, word));
    return near.length === 0 ? concept : { ...concept, forms: [...near.slice(0, 3), ...forms] };
  });
}
