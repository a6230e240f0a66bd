import { z } from "zod";
import { t } from "#i18n/message.ts";
import {
  type AnyFields,
  optionalText,
  requiredLongText,
  requiredText,
} from "#platform/fields/field-kinds.ts";

export const NEEDS_NAME_SUBJECT_AND_BODY = t`Name, subject and body are required`;
export const MAX_SUBJECT = 900;
export const MAX_CATEGORY = 60;

/** A line break would start another header. */
const ONE_LINE = {
  passes: (text: string) => !/[\r\n\0\u2028\u2029]/.test(text),
  message: t`A line break is not allowed here`,
};
export const OneLine = z.string().refine(ONE_LINE.passes, ONE_LINE.message);
export const Category = OneLine.trim()
  .max(MAX_CATEGORY)
  .transform((category) => category || null)
  .nullable();

const required = { missing: NEEDS_NAME_SUBJECT_AND_BODY, check: ONE_LINE };

/** Fields of a template. Defined here and in the migration; everything else is derived (decision 0066). */
export const templateFields = {
  name: requiredText({
    ...required,
    missingAtField: t`Give the template a name`,
    label: t`Name`,
    max: 200,
    form: "half",
    search: "none",
  }),
  category: optionalText({
    label: t`Category`,
    max: MAX_CATEGORY,
    check: ONE_LINE,
    form: "half",
    search: "none",
  }),
  subject: requiredText({
    ...required,
    missingAtField: t`Enter a subject`,
    label: t`Subject`,
    max: MAX_SUBJECT,
    form: "line",
    search: "none",
  }),
  body: requiredLongText({
    label: t`Body`,
    max: 20_000,
    rows: 8,
    missing: NEEDS_NAME_SUBJECT_AND_BODY,
    missingAtField: t`Write the text of the template`,
    form: "line",
    search: "none",
  }),
} as const satisfies AnyFields;
