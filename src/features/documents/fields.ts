import { t } from "#i18n/message.ts";
import { type AnyFields, choice, longText, requiredText, textList } from "#platform/fields/field-kinds.ts";

/** In the order of the specification. */
export const DOCUMENT_CATEGORIES = [
  "general",
  "contracts",
  "reports",
  "presentations",
  "invoices",
  "legal",
  "marketing",
  "research",
  "meeting-notes",
  "proposals",
] as const;
type Category = (typeof DOCUMENT_CATEGORIES)[number];
export const DEFAULT_CATEGORY: Category = "general";

const CATEGORY_LABELS: Record<Category, string> = {
  general: t`General`,
  contracts: t`Contracts`,
  reports: t`Reports`,
  presentations: t`Presentations`,
  invoices: t`Invoices`,
  legal: t`Legal`,
  marketing: t`Marketing`,
  research: t`Research`,
  "meeting-notes": t`Meeting Notes`,
  proposals: t`Proposals`,
};
export const categoryLabel = (category: Category): string => CATEGORY_LABELS[category];

export const MISSING_FILE_OR_TITLE = t`Please select a file and provide a title`;

/**
 * The details of a document. A field is defined here and in its migration; everything else is derived (decision 0066).
 */
export const documentFields = {
  title: requiredText({
    label: t`Title`,
    max: 300,
    missing: MISSING_FILE_OR_TITLE,
    missingAtField: t`Enter a title`,
    form: "line",
    search: "A",
  }),
  description: longText({ label: t`Description`, max: 2000, isTrimmed: true, form: "line", search: "C" }),
  category: choice({
    label: t`Category`,
    values: DOCUMENT_CATEGORIES,
    labels: CATEGORY_LABELS,
    initial: DEFAULT_CATEGORY,
    form: "half",
    search: "none",
  }),
  tags: textList({
    label: t`Tags`,
    placeholder: t`board, finance`,
    none: t`No tags`,
    maxItemLength: 60,
    maxItems: 50,
    form: "half",
    search: "B",
  }),
} as const satisfies AnyFields;
