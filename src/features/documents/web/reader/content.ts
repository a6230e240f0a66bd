import { t } from "#i18n/message.ts";
import type { SearchableText } from "#ui/find/searchable-text.ts";
import type { ListAddress } from "#ui/use-way-back.ts";

export const ALL_DOCUMENTS: ListAddress = { to: "/documents", label: t`All documents` };

/** The id of the element that scrolls the document: it has the focus first, so that the keys of a reader scroll. */
export const CONTENT = "document-content";

/** Receives the text that is shown, to search in it; null while there is none. */
export type OnText = (text: SearchableText | null) => void;

/** Receives how the document is printed in its whole length; null where the browser itself does so. */
export type OnPrint = (print: (() => void) | null) => void;
