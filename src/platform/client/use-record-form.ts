import { useState } from "react";
import type { Difference, DraftOf, FaultsOf, FormOf, FormValues } from "#platform/fields/field-form.ts";
import type { AnyFields } from "#platform/fields/field-kinds.ts";
import { conflictingRecord } from "./record-writes.ts";
import { fieldErrorsOf } from "./resource-client.ts";

/** What somebody else changed while the form was open, and what the person chose for each of these fields. */
export type FormConflict<F extends AnyFields> = {
  differences: readonly Difference<keyof DraftOf<F> & string>[];
  /** What was sent and refused. */
  edited: FormValues<F>;
  stored: FormValues<F>;
  /** Fields of which the stored value is taken. */
  accepted: ReadonlySet<string>;
};

type FormState<F extends AnyFields, R> = {
  draft: DraftOf<F>;
  /** The stored record that the draft is compared with; undefined for a new one. */
  base: R | undefined;
  conflict: FormConflict<F> | null;
  /** What the server refused of this draft, by field. */
  refused: FaultsOf<F>;
  /** The same for a repeated request, another one for another draft. */
  idempotencyKey: string;
};

type FormStart<F extends AnyFields, R> = {
  /** The record to edit; undefined for a new one. */
  record?: R | undefined;
  /** What was typed before, in place of the record's values. */
  draft?: DraftOf<F> | undefined;
  /** The stored record if a save of this draft has met a conflict. */
  stored?: R | undefined;
};

/** The state of a form of one record: draft, conflict, and one save at a time. */
export function useRecordForm<F extends AnyFields, R extends FormValues<F>>(
  form: FormOf<F>,
  start: FormStart<F, R>,
) {
  const [state, setState] = useState(() => startOf(form, start));
  const [isSaving, setSaving] = useState(false);
  const { draft, base, conflict, refused, idempotencyKey } = state;
  const { faults, check } = useFaults(form, draft);

  const setDraft = (next: DraftOf<F>) =>
    setState((now) => ({ ...now, draft: next, refused: {}, idempotencyKey: crypto.randomUUID() }));
  const choose = (name: string, isStored: boolean) =>
    setState((now) => withChoice(form, now, name, isStored));
  /** False if a field or the server refused; the form then shows it, or a conflict. `save` reports other failures. */
  const submit = async (save: (values: FormValues<F>) => Promise<unknown>): Promise<boolean> => {
    const values = form.valuesOf(draft);
    if (!check() || !values || isSaving) return false;
    setSaving(true);
    try {
      await save(values);
      return true;
    } catch (error) {
      const stored = conflictingRecord<R>(error);
      if (stored) setState((now) => withConflict(form, now, stored));
      else setState((now) => ({ ...now, refused: fieldErrorsOf(error) as FaultsOf<F> }));
      return false;
    } finally {
      setSaving(false);
    }
  };
  const shown = { faults: { ...faults, ...refused }, check };
  return { draft, setDraft, base, conflict, choose, submit, isSaving, idempotencyKey, ...shown };
}

function startOf<F extends AnyFields, R extends FormValues<F>>(
  form: FormOf<F>,
  { record, draft, stored }: FormStart<F, R>,
): FormState<F, R> {
  const opened: FormState<F, R> = {
    draft: draft ?? (record ? form.draftOf(record) : form.blank),
    base: record,
    conflict: null,
    refused: {},
    idempotencyKey: crypto.randomUUID(),
  };
  return stored ? withConflict(form, opened, stored) : opened;
}

/** Fields that only others changed take the stored value, so that a save changes what the person changed. */
export function withConflict<F extends AnyFields, R extends FormValues<F>>(
  form: FormOf<F>,
  { draft, base = form.initialValues({} as never) as R }: Pick<FormState<F, R>, "draft" | "base">,
  stored: R,
): FormState<F, R> {
  const edited = form.valuesOf(draft) ?? base;
  const differences = form.differences(base, edited, stored);
  const accepted = differences.filter(({ hasLocalChange }) => !hasLocalChange).map(({ field }) => field);
  return {
    draft: accepted.reduce((merged, field) => form.withField(merged, field, stored), draft),
    base: stored,
    conflict: { differences, edited, stored, accepted: new Set<string>(accepted) },
    refused: {},
    idempotencyKey: crypto.randomUUID(),
  };
}

function withChoice<F extends AnyFields, R>(
  form: FormOf<F>,
  state: FormState<F, R>,
  name: string,
  isStored: boolean,
): FormState<F, R> {
  const { conflict, draft } = state;
  if (!conflict) return state;
  const accepted = new Set(conflict.accepted);
  if (isStored) accepted.add(name);
  else accepted.delete(name);
  return {
    ...state,
    draft: form.withField(draft, name as never, isStored ? conflict.stored : conflict.edited),
    conflict: { ...conflict, accepted },
    idempotencyKey: crypto.randomUUID(),
  };
}

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
