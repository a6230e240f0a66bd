import { liveRecords } from "#platform/client/live-records.ts";
import type { ListSource } from "#platform/client/record-source.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { DOCUMENT_ORDERS, type DocumentOnWire } from "../model.ts";
import { documents } from "./api.ts";
import type { DocumentFilter } from "./list/document-address.ts";

/** Null if the document is gone or no longer shared; other errors are thrown. */
const orNull = <R>(reading: Promise<R>): Promise<R | null> =>
  reading.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "not_found") return null;
    throw error;
  });

export const documentRecords = liveRecords<DocumentOnWire>("documents", (id) =>
  orNull(documents.get.call({ id })),
);

const PAGE_SIZE = 50;

type Named = { key: string; source: ListSource<DocumentOnWire> };

/** The source of a filtered list; `key` identifies the list. */
export function documentSource({ search, category, sort, show }: DocumentFilter): Named {
  const input = { sort, show, ...(category && { category }), ...(search && { text: search }) };
  return {
    key: `documents ${JSON.stringify(input)}`,
    source: {
      read: (cursor) => documents.list.call({ ...input, limit: PAGE_SIZE, ...(cursor && { cursor }) }),
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

/** Deleted documents, the last deleted first. */
export const documentTrash: Named = {
  key: "documents in the trash",
  source: {
    read: (cursor) => documents.trash.call({ limit: PAGE_SIZE, ...(cursor && { cursor }) }),
    isTrash: true,
    includes: ({ deletedAt, ownerName }) => deletedAt !== null && ownerName === null,
    compare: (one, other) => Date.parse(other.deletedAt ?? "") - Date.parse(one.deletedAt ?? ""),
  },
};

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
