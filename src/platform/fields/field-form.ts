import { form, plural } from "#i18n/message.ts";
import type { AnyField, AnyFields } from "./field-kinds.ts";
import { mapFields } from "./field-shapes.ts";

type FormKey<F extends AnyFields> = {
  [K in keyof F & string]: F[K]["form"] extends "none" ? never : K;
}[keyof F & string];

/** The wire values of the fields in a noun's form. */
export type FormValues<F extends AnyFields> = { [K in FormKey<F>]: Parameters<F[K]["draft"]["from"]>[0] };
/** The draft values in a noun's form. */
export type DraftOf<F extends AnyFields> = { [K in FormKey<F>]: ReturnType<F[K]["draft"]["from"]> };

/** The error messages of a form by field. */
export type FaultsOf<F extends AnyFields> = { [K in FormKey<F>]?: string };

type RequiredKey<F extends AnyFields> = {
  [K in FormKey<F>]: F[K]["kind"] extends `required${string}` ? K : never;
}[FormKey<F>];

/** A field that somebody else changed while it was edited here; `hasLocalChange`: it was changed here as well. */
export type Difference<K> = { field: K; hasLocalChange: boolean };

export type FormOf<F extends AnyFields> = ReturnType<typeof formOf<F>>;

/** The form logic of a noun's fields, independent of how the form is drawn. */
export function formOf<F extends AnyFields>(fields: F) {
  type Values = FormValues<F>;
  type Draft = DraftOf<F>;
  const formFields: AnyFields = Object.fromEntries(
    Object.entries(fields).filter(([, field]) => field.form !== "none"),
  );
  const names = Object.keys(formFields) as FormKey<F>[];
  const draftOf = (values: Values) =>
    mapFields(formFields, ({ draft }, name) => draft.from(Reflect.get(values, name))) as Draft;
  return {
    fields,
    blank: mapFields(formFields, ({ draft }) => draft.blank) as Draft,
    draftOf,
    /** Form values of which only some are known; the others are blank. */
    initialValues: (known: Partial<Values> & Pick<Values, RequiredKey<F>>) =>
      ({ ...mapFields(formFields, ({ draft }) => draft.to(draft.blank)), ...known }) as Values,
    /** Null if a required field is empty. */
    valuesOf(draft: Draft): Values | null {
      const values = mapFields(formFields, (field, name) =>
        field.draft.to(Reflect.get(draft, name)),
      ) as Values;
      return Object.values(values).includes(undefined) ? null : values;
    },
    /** Error messages for the fields with invalid input. */
    faultsOf: (draft: Draft) => faultsOf(formFields, draft) as FaultsOf<F>,
    /** Only the fields that differ, so that concurrent changes to other fields stay. */
    changeBetween: (before: Values, after: Values) =>
      Object.fromEntries(
        names.filter((name) => !isSame(before[name], after[name])).map((name) => [name, after[name]]),
      ) as Partial<Values>,
    /**
     * Fields that changed elsewhere since `base` to another value than `local`, and whether the person changed them too.
     */
    differences: (base: Values, local: Values, server: Values): Difference<FormKey<F>>[] =>
      names
        .filter((name) => !isSame(base[name], server[name]) && !isSame(local[name], server[name]))
        .map((field) => ({ field, hasLocalChange: !isSame(base[field], local[field]) })),
    /** The draft with one field's value taken from `from`. */
    withField: (draft: Draft, field: FormKey<F>, from: Values): Draft => ({
      ...draft,
      [field]: draftOf(from)[field],
    }),
  };
}

function faultsOf(fields: AnyFields, draft: object): Record<string, string> {
  const faults = Object.entries(fields).map(([name, field]) => [
    name,
    faultOf(field, Reflect.get(draft, name)),
  ]);
  return Object.fromEntries(faults.filter(([, fault]) => fault !== null));
}

/** The limits of a text, as in its schema; those of numbers and lists are checked by the server only. */
function faultOf(field: AnyField, typed: unknown): string | null {
  const value = field.draft.to(typed);
  if (value === undefined) return "missing" in field ? (field.missingAtField ?? field.missing) : null;
  if (typeof value !== "string") return null;
  if (field.max !== undefined && isLonger(value, field.max))
    return plural(field.max, {
      one: form`At most ${field.max} characters`,
      other: form`At most ${field.max} characters`,
    });
  const check = "check" in field ? field.check : undefined;
  return !check || check.passes(value) ? null : check.message;
}

/** In characters, of which an emoji is one, as schemas count. */
const isLonger = (text: string, max: number) => text.length > max && [...text].length > max;

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (one instanceof Object && JSON.stringify(one) === JSON.stringify(other));
