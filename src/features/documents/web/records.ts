import { liveRecords } from "#platform/client/live-records.ts";
import { type NamedList, pageAfter, trashOf } from "#platform/client/record-source.ts";
import { DOCUMENT_ORDERS, type DocumentOnWire } from "../model.ts";
import { documents } from "./api.ts";
import type { DocumentFilter } from "./list/document-address.ts";

export const documentRecords = liveRecords<DocumentOnWire>("documents", (id) => documents.get.read({ id }));

const PAGE_SIZE = 50;

/** The source of a filtered list; `key` identifies the list. */
export function documentSource({ search, category, sort, show }: DocumentFilter): NamedList<DocumentOnWire> {
  const input = { sort, show, ...(category && { category }), ...(search && { text: search }) };
  return {
    key: `documents ${JSON.stringify(input)}`,
    source: {
      read: (cursor) => documents.list.read({ ...input, limit: PAGE_SIZE, ...pageAfter(cursor) }),
      includes: (document, isListed) =>
        document.deletedAt === null &&
        (show === "withMe") === (document.ownerName !== null) &&
        (show !== "favorites" || document.isFavorite) &&
        (show !== "shared" || document.isShared) &&
        (category === undefined || document.category === category) &&
        (search === undefined || isListed || mentions(document, search)),
      compare: DOCUMENT_ORDERS[sort],
    },
  };
}

export const documentTrash = trashOf("documents", documents.trash, ({ ownerName }) => ownerName === null);

/** Each word of the search is a prefix of a word of the document. */
function mentions({ title, description, fileName, tags }: DocumentOnWire, search: string): boolean {
  const words = wordsOf([title, description ?? "", fileName, ...tags].join(" "));
  return wordsOf(search).every((searchWord) => words.some((word) => word.startsWith(searchWord)));
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
