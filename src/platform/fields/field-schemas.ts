import { z } from "zod";
import { Id, Instant } from "#platform/capability/wire.ts";
import type { AnyField } from "./field-kinds.ts";

type Of<K extends AnyField["kind"]> = Extract<AnyField, { kind: K }>;
type PartsOf = Of<"structure">["parts"];

/**
 * The schemas of each kind of field. `record`: the value in records; `input`: in a caller's input; `create`: in the
 * input of create, where it may be optional; `stored`: to restore it, limited in size, otherwise not validated again.
 */
const requiredText = ({ max, missing, check, mayBecomeEmpty }: Of<"requiredText">) => {
  const line = check ? z.string().refine(check.passes, check.message) : z.string();
  const create = line.trim().min(1, missing).max(max);
  const input = mayBecomeEmpty ? line.trim().max(max) : create;
  return { record: z.string(), input, create, stored: z.string().max(max) };
};

const presetText = ({ max, initial }: Of<"presetText">) => {
  const input = z.string().trim().min(1).max(max);
  return { record: z.string(), input, create: input.default(initial), stored: z.string().max(max) };
};

type TextOrNull = z.ZodType<string | null, string | null>;

const optionalText = ({ max, check, staysEmpty }: Of<"optionalText">) => {
  const line = z.string().trim().max(max).nullable();
  const passes = (text: string | null) => text === null || !check || check.passes(text);
  const input: TextOrNull = staysEmpty
    ? line
    : line.transform((text) => text || null).refine(passes, check?.message ?? "");
  const stored = z.string().max(max).nullable();
  return { record: z.string().nullable(), input, create: input.default(null), stored };
};

const longText = ({ max, isTrimmed }: Of<"longText">) => {
  const input = (isTrimmed ? z.string().trim() : z.string()).max(max).nullable();
  return { record: z.string().nullable(), input, create: input.default(null), stored: input };
};

const requiredLongText = ({ max, missing }: Of<"requiredLongText">) => {
  const stored = z.string().max(max);
  const input = stored.refine((text) => text.trim() !== "", missing);
  return { record: z.string(), input, create: input, stored };
};

const choice = <V extends string>({ values, initial }: { values: readonly V[]; initial: V }) => {
  const input = z.enum(values);
  return { record: input, input, create: input.default(() => initial), stored: input };
};

const flag = ({ initial }: Of<"flag">) => {
  const input = z.boolean();
  return { record: input, input, create: input.default(initial), stored: input };
};

const instant = () => {
  const input = Instant.nullable();
  return { record: input, input, create: input.default(null), stored: input };
};

const wholeNumber = ({ min, max, initial }: Of<"wholeNumber">) => {
  const input = z.int().min(min).max(max);
  return { record: z.int(), input, create: input.default(initial), stored: input };
};

const optionalNumber = ({ min, max }: Of<"optionalNumber">) => {
  const input = z.int().min(min).max(max).nullable();
  return { record: z.int().nullable(), input, create: input.default(null), stored: input };
};

const textList = ({ maxItemLength, maxItems }: Of<"textList">) => {
  const input = z
    .array(z.string().trim().max(maxItemLength))
    .overwrite((texts) => [...new Set(texts.filter((text) => text !== ""))])
    .max(maxItems);
  const stored = z.array(z.string().max(maxItemLength)).max(maxItems);
  return { record: z.array(z.string()), input, create: input.default([]), stored };
};

const listOrNull = (field: Of<"textList">) => {
  const { input, ...others } = textList(field);
  return { ...others, input: input.nullable(), create: input.nullable().default([]) };
};

const reference = () => {
  const input = Id.nullable();
  return { record: input, input, create: input.default(null), stored: input };
};

const numbers = ({ min, max, maxItems }: PartsOf[string]) =>
  z.array(z.int().min(min).max(max)).max(maxItems).optional();

type Numbers = ReturnType<typeof numbers>;

const structure = <P extends PartsOf>({ parts }: { parts: P }) => {
  const shape = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, numbers(part)]));
  const input = z.strictObject(shape as { [K in keyof P]: Numbers });
  return { record: input, input, create: input.default({} as never), stored: input };
};

const SCHEMAS = {
  ...{ requiredText, presetText, optionalText, longText, requiredLongText, choice, flag, wholeNumber },
  ...{ optionalNumber, moment: instant, day: instant, textList, reference, structure },
};

/** The schemas of a field, with the types that its definition gives them. */
export type SchemasOf<F extends AnyField> = F extends {
  kind: "choice";
  values: readonly (infer V extends string)[];
}
  ? ReturnType<typeof choice<V>>
  : F extends { kind: "structure"; parts: infer P extends PartsOf }
    ? ReturnType<typeof structure<P>>
    : F extends { kind: "textList"; takesNull: true }
      ? ReturnType<typeof listOrNull>
      : ReturnType<(typeof SCHEMAS)[F["kind"]]>;

export const schemasOf = <F extends AnyField>(field: F) => schemasOfAny(field) as SchemasOf<F>;

function schemasOfAny(field: AnyField) {
  switch (field.kind) {
    case "requiredText":
      return requiredText(field);
    case "presetText":
      return presetText(field);
    case "optionalText":
      return optionalText(field);
    case "longText":
      return longText(field);
    case "requiredLongText":
      return requiredLongText(field);
    case "choice":
      return choice(field);
    case "flag":
      return flag(field);
    case "moment":
    case "day":
      return instant();
    case "wholeNumber":
      return wholeNumber(field);
    case "optionalNumber":
      return optionalNumber(field);
    case "textList":
      return field.takesNull ? listOrNull(field) : textList(field);
    case "reference":
      return reference();
    case "structure":
      return structure(field);
  }
}
