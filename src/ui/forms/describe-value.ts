import { t, term } from "#i18n/message.ts";
import { formatDate, formatMoment } from "../dates.ts";
import type { FormField } from "./form-parts.tsx";

/** The value of a field as text. References are formatted by their own feature, which knows the record's name. */
export function describeValue(field: FormField & { none?: string }, value: unknown): string {
  const { kind, labels, none = term("Empty", "a field without a value") } = field;
  if (Array.isArray(value)) return value.join(", ") || none;
  if (typeof value === "boolean") return value ? t`Yes` : t`No`;
  if (typeof value !== "string") return value === null ? none : String(value);
  if (kind === "moment") return formatMoment(value);
  if (kind === "day") return formatDate(value);
  return labels?.[value] ?? value;
}
