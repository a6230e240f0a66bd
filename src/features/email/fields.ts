import { z } from "zod";
import {
  type AnyFields,
  optionalText,
  requiredLongText,
  requiredText,
} from "#platform/fields/field-kinds.ts";

export const NEEDS_NAME_SUBJECT_AND_BODY = "Name, subject and body are required";
export const MAX_SUBJECT = 900;
export const MAX_CATEGORY = 60;

/** One line: a line break would start another header. */
const isOneLine = (text: string) => !/[\r\n\0\u2028\u2029]/.test(text);
export const OneLine = z.string().refine(isOneLine, "A line break is not allowed here");
export const Category = OneLine.trim()
  .max(MAX_CATEGORY)
  .transform((category) => category || null)
  .nullable();

/** One line of a template, never empty. */
function line<const O extends Omit<Parameters<typeof requiredText>[0], "missing">>(options: O) {
  const input = OneLine.trim().min(1, NEEDS_NAME_SUBJECT_AND_BODY).max(options.max);
  return { ...requiredText({ ...options, missing: NEEDS_NAME_SUBJECT_AND_BODY }), input, create: input };
}

/** Fields of a template. Defined here and in the migration; everything else is derived (decision 0066). */
export const templateFields = {
  name: line({ label: "Name", max: 200, form: "half", search: "none" }),
  category: {
    ...optionalText({ label: "Category", max: MAX_CATEGORY, form: "half", search: "none" }),
    ...{ input: Category, create: Category.default(null) },
  },
  subject: line({ label: "Subject", max: MAX_SUBJECT, form: "line", search: "none" }),
  body: requiredLongText({
    label: "Body",
    max: 20_000,
    rows: 8,
    missing: NEEDS_NAME_SUBJECT_AND_BODY,
    form: "line",
    search: "none",
  }),
} as const satisfies AnyFields;
