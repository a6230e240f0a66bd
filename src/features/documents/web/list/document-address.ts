import { anId, isTrue, oneOf, readParams, textUpTo } from "#platform/client/read-params.ts";
import { DOCUMENT_CATEGORIES } from "../../fields.ts";
import { DOCUMENT_SORTS, type DocumentCategory, type DocumentSort } from "../../model.ts";

const DOCUMENT_VIEWS = ["grid", "list"] as const;
export type DocumentView = (typeof DOCUMENT_VIEWS)[number];

const SHOWN = ["favorites", "shared", "withMe"] as const;

/** Search parameters of the page's URL. Unknown and default values are left out. */
const PARAMS = {
  view: oneOf(DOCUMENT_VIEWS),
  show: oneOf(SHOWN),
  category: oneOf(DOCUMENT_CATEGORIES),
  search: textUpTo(200),
  sort: oneOf(DOCUMENT_SORTS, "created_at"),
  trash: isTrue,
  /** The former address of a document, which has one of its own. */
  document: anId,
  upload: isTrue,
};
export type DocumentAddress = ReturnType<typeof parseDocumentAddress>;

export const parseDocumentAddress = (search: Record<string, unknown>) => readParams(PARAMS, search);

/** Which documents are listed, and in which order. */
export type DocumentFilter = {
  show: "mine" | (typeof SHOWN)[number];
  category: DocumentCategory | undefined;
  search: string | undefined;
  sort: DocumentSort;
};

export const filterOf = ({ show, category, search, sort }: DocumentAddress): DocumentFilter => ({
  show: show ?? "mine",
  category,
  search,
  sort: sort ?? "created_at",
});

/** The address without any filter and search text. */
export const unfiltered = {
  category: undefined,
  search: undefined,
} as const satisfies Partial<DocumentAddress>;
