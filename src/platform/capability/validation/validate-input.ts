import { z } from "zod";
import type { Language } from "#i18n/languages.ts";
import { t } from "#i18n/message.ts";
import { currentLanguage, translated } from "#platform/language/in-language.ts";
import { AppError } from "../errors.ts";
import { checkInputShape } from "./input-shape.ts";

/** What the schemas say by themselves; English is their default. */
const LOCALES: Partial<Record<Language, z.core.$ZodErrorMap>> = {
  de: z.locales.de().localeError,
  fr: z.locales.fr().localeError,
  es: z.locales.es().localeError,
};

/** The input as the schema reads it; throws `invalid` with what is wrong at each field. */
export function validateInput(schema: z.ZodType, input: unknown): unknown {
  checkInputShape(input);
  const error = LOCALES[currentLanguage()];
  const result = schema.safeParse(input, error && { error });
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) fields[issue.path.join(".")] ??= translated(issue.message);
  const [path, message] = Object.entries(fields)[0] ?? ["", t`Invalid input`];
  throw new AppError("invalid", path ? `${path}: ${message}` : message, { fields });
}
