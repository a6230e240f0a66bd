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

/** 'Meeting Notes' for `meeting-notes`. */
export const categoryLabel = (category: string): string =>
  category
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");

export const MISSING_FILE_OR_TITLE = "Please select a file and provide a title";

/**
 * The details of a document. A field is defined here and in its migration; everything else is derived (decision 0066).
 */
export const documentFields = {
  title: requiredText({
    label: "Title",
    max: 300,
    missing: MISSING_FILE_OR_TITLE,
    missingAtField: "Enter a title",
    form: "line",
    search: "A",
  }),
  description: longText({ label: "Description", max: 2000, isTrimmed: true, form: "line", search: "C" }),
  category: choice({
    label: "Category",
    values: DOCUMENT_CATEGORIES,
    labels: Object.fromEntries(DOCUMENT_CATEGORIES.map((each) => [each, categoryLabel(each)])) as Record<
      Category,
      string
    >,
    initial: DEFAULT_CATEGORY,
    form: "half",
    search: "none",
  }),
  tags: textList({
    label: "Tags",
    placeholder: "board, finance",
    none: "No tags",
    maxItemLength: 60,
    maxItems: 50,
    form: "half",
    search: "B",
  }),
} as const satisfies AnyFields;
