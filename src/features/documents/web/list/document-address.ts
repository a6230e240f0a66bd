import { z } from "zod";
import { DocumentCategory, DocumentSort } from "../../model.ts";

const DocumentView = z.enum(["grid", "list"]);
export type DocumentView = z.infer<typeof DocumentView>;

const Show = z.enum(["favorites", "shared", "withMe"]);

/** The router parses text that looks like a number as a number. */
const Text = z.coerce
  .string()
  .max(200)
  .transform((text) => text.trim() || undefined);

/** Search parameters of the page's URL. Unknown and default values are left out. */
const DocumentAddress = z.object({
  view: DocumentView.optional().catch(undefined),
  show: Show.optional().catch(undefined),
  category: DocumentCategory.optional().catch(undefined),
  search: Text.optional().catch(undefined),
  sort: DocumentSort.exclude(["created_at"]).optional().catch(undefined),
  trash: z.literal(true).optional().catch(undefined),
  /** The document that is open. */
  document: z.uuid().optional().catch(undefined),
  upload: z.literal(true).optional().catch(undefined),
});
export type DocumentAddress = z.infer<typeof DocumentAddress>;

export function parseDocumentAddress(search: Record<string, unknown>): DocumentAddress {
  const parsed = Object.entries(DocumentAddress.parse(search));
  return Object.fromEntries(parsed.filter(([, value]) => value !== undefined));
}

/** Which documents are listed, and in which order. */
export type DocumentFilter = {
  show: "mine" | z.infer<typeof Show>;
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
