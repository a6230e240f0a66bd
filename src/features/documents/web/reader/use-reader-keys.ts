import { t, term } from "#i18n/message.ts";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import type { DocumentOnWire } from "../../model.ts";
import { documentWrites, downloadDocument, toggleFavorite } from "../document-mutations.ts";
import { showDialog } from "../open-dialog.ts";
import { mayOpen } from "./scan-status.tsx";

const GROUP = t`Documents`;

type ReaderActions = {
  onDetails(): void;
  onLeave(): void;
  /** The document was deleted. */
  onGone(): void;
};

/** The keys of the list for the open document, and those of the reader. */
export function useReaderKeys(document: DocumentOnWire, { onDetails, onLeave, onGone }: ReaderActions): void {
  const { id, ownerName } = document;
  const onOwn = (act: () => void) => () => {
    if (ownerName === null) act();
  };
  const remove = onOwn(() => {
    void documentWrites.delete(document);
    onGone();
  });
  useShortcut("i", t`Show or hide the details`, GROUP, onDetails);
  useShortcut("Escape", t`Back to the list`, GROUP, onLeave);
  useShortcut(
    "f",
    t`Add to favorites or remove`,
    GROUP,
    onOwn(() => void toggleFavorite(document)),
  );
  useShortcut("d", t`Download`, GROUP, () => {
    if (mayOpen(document)) downloadDocument(document);
  });
  useShortcut(
    "s",
    term("Share", "verb: share a document"),
    GROUP,
    onOwn(() => showDialog({ kind: "share", id })),
  );
  useShortcut(
    "e",
    t`Edit details`,
    GROUP,
    onOwn(() => showDialog({ kind: "edit", id })),
  );
  useShortcut("Delete", t`Delete`, GROUP, remove);
  useShortcut("Backspace", t`Delete`, GROUP, remove);
}

/** Only while there is a text to search in: the browser's own search is there otherwise. */
export function FindKey({ onFind }: { onFind(): void }) {
  useShortcut("mod+f", t`Find in this document`, GROUP, onFind);
  return null;
}

/** Only where the browser would print less than the whole document. */
export function PrintKey({ onPrint }: { onPrint(): void }) {
  useShortcut("mod+p", t`Print`, GROUP, onPrint);
  return null;
}
