import { useState } from "react";
import type { DraftOf, FaultsOf, FormOf } from "#platform/fields/field-form.ts";
import type { AnyFields } from "#platform/fields/field-kinds.ts";

/** The errors of a draft by field: shown from its first submission on, each until it is corrected. */
export function useFaults<F extends AnyFields>(form: FormOf<F>, draft: DraftOf<F>) {
  const [isSubmitted, setSubmitted] = useState(false);
  const found = form.faultsOf(draft);
  const faults: FaultsOf<F> = isSubmitted ? found : {};
  /** Whether the draft has no errors; those that it has are shown from now on. */
  const check = (): boolean => {
    setSubmitted(true);
    return Object.keys(found).length === 0;
  };
  return { faults, check };
}
