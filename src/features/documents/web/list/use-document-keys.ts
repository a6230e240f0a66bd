import { type KeyboardEvent, useRef, useState } from "react";
import { t, term } from "#i18n/message.ts";
import { awaitedId, focusOn } from "#ui/keyboard/focus-on.ts";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { useWindowEvent } from "#ui/keyboard/use-window-event.ts";
import { stepAside } from "#ui/layout/direction.ts";
import type { RowScroller } from "#ui/lists/virtual-rows.tsx";
import type { DocumentOnWire } from "../../model.ts";
import { documentWrites, downloadDocument, toggleFavorite } from "../document-mutations.ts";
import { showDialog } from "../open-dialog.ts";
import { documentRecords } from "../records.ts";

const GROUP = t`Documents`;

/**
 * Going through the documents without the mouse: j, k, arrows, Home and End; Enter views, f stars, d downloads, s shares,
 * e edits, Delete deletes. Only one document is a stop of the Tab key.
 */
export function useDocumentKeys(ids: readonly string[], columns: number, onView: (id: string) => void) {
  const [current, setCurrent] = useState<string>();
  const lastIndex = useRef(0);
  const scroller = useRef<RowScroller>(null);
  const index = current === undefined ? -1 : ids.indexOf(current);
  // Where the current document has left the list, the one that took its place is next.
  const active = index >= 0 ? index : Math.min(lastIndex.current, ids.length - 1);

  const goTo = (next: number) => {
    const id = ids[next];
    if (id === undefined) return;
    lastIndex.current = next;
    setCurrent(id);
    scroller.current?.scrollToRow(Math.floor(next / columns));
    focusDocument(id);
  };
  const step = (by: number) =>
    goTo(current === undefined ? 0 : Math.max(0, Math.min(active + by, ids.length - 1)));
  useShortcut("j", t`Next document`, GROUP, () => step(1));
  useShortcut("k", t`Previous document`, GROUP, () => step(-1));
  useActionKeys(ids);
  useEnter(onView);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isOnDocument = event.target instanceof HTMLElement && event.target.dataset.document !== undefined;
    const act = keyMovement(event.key, columns);
    if (!isOnDocument || act === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (act === "first") goTo(0);
    else if (act === "last") goTo(ids.length - 1);
    else step(act);
  };
  const onFocus = (event: { target: EventTarget }) => {
    const id = documentAround(event.target);
    if (id === undefined) return;
    lastIndex.current = Math.max(ids.indexOf(id), 0);
    setCurrent(id);
    // Documents inserted before it move it to another grid row, where it is rendered again: restore its focus.
    if (event.target === document.getElementById(`document-${id}`)) focusDocument(id);
  };
  return { activeId: ids[active], scroller, onKeyDown, onFocus };
}

/** What is done with the document that has the focus; what changes it for others only with one's own. */
function useActionKeys(ids: readonly string[]): void {
  const remove = onOwn((document) => {
    const place = ids.indexOf(document.id);
    const next = ids[place + 1] ?? ids[place - 1];
    void documentWrites.delete(document);
    if (next) focusDocument(next);
  });
  useShortcut(
    "f",
    t`Add to favorites or remove`,
    GROUP,
    onOwn((document) => void toggleFavorite(document)),
  );
  useShortcut("d", t`Download`, GROUP, onFocused(downloadDocument));
  useShortcut(
    "s",
    term("Share", "verb: share a document"),
    GROUP,
    onOwn(({ id }) => showDialog({ kind: "share", id })),
  );
  useShortcut(
    "e",
    t`Edit details`,
    GROUP,
    onOwn(({ id }) => showDialog({ kind: "edit", id })),
  );
  useShortcut("Delete", t`Delete`, GROUP, remove);
  useShortcut("Backspace", t`Delete`, GROUP, remove);
}

const onFocused = (act: (document: DocumentOnWire) => void) => () => {
  const document = documentRecords.get(
    awaitedId("document-") ?? documentAround(window.document.activeElement) ?? "",
  );
  if (document) act(document);
};

const onOwn = (act: (document: DocumentOnWire) => void) =>
  onFocused((document) => document.ownerName === null && act(document));

/** Opens the focused document. Not a page shortcut, because Enter belongs to a focused button. */
function useEnter(onView: (id: string) => void): void {
  useWindowEvent("keydown", (event) => {
    const id =
      event.target instanceof HTMLElement
        ? (awaitedId("document-") ?? event.target.dataset.document)
        : undefined;
    if (event.key !== "Enter" || event.defaultPrevented || id === undefined) return;
    event.preventDefault();
    onView(id);
  });
}

const focusDocument = (id: string) => focusOn(`document-${id}`);

const documentAround = (target: EventTarget | null): string | undefined =>
  target instanceof HTMLElement
    ? target.closest<HTMLElement>("[data-document]")?.dataset.document
    : undefined;

function keyMovement(key: string, columns: number): number | "first" | "last" | undefined {
  if (key === "ArrowDown") return columns;
  if (key === "ArrowUp") return -columns;
  if (columns > 1 && stepAside(key)) return stepAside(key);
  if (key === "Home") return "first";
  return key === "End" ? "last" : undefined;
}
