import { type KeyboardEvent, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { awaitedId, focusOn } from "#ui/keyboard/focus-on.ts";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { useWindowEvent } from "#ui/keyboard/use-window-event.ts";
import type { RowScroller } from "#ui/lists/virtual-rows.tsx";
import type { EmailOnWire } from "../../model.ts";
import { openMove } from "../open-dialog.ts";
import { archive, deleteEmail, deleteMany, markRead } from "../organizing/email-actions.ts";
import { emailRecords } from "../records.ts";
import { undo } from "../undo-last-action.ts";
import { viewEmail } from "../view-email.ts";
import { forward, reply } from "../writing/start-draft.ts";
import { selection } from "./selection.ts";

const GROUP = t`Email`;

/** Keyboard navigation of the cards. Only one card is a stop of the Tab key. */
export function useEmailKeys(ids: readonly string[]) {
  const [current, setCurrent] = useState<string>();
  const lastIndex = useRef(0);
  const scroller = useRef<RowScroller>(null);
  const index = current === undefined ? -1 : ids.indexOf(current);
  // Where the current email has left the list, the one that replaced it is next.
  const active = index >= 0 ? index : Math.min(lastIndex.current, ids.length - 1);

  const goTo = (next: number) => {
    const id = ids[next];
    if (id === undefined) return;
    lastIndex.current = next;
    setCurrent(id);
    scroller.current?.scrollToRow(next);
    focusEmail(id);
  };
  const step = (by: number) =>
    goTo(current === undefined ? 0 : Math.max(0, Math.min(active + by, ids.length - 1)));
  /** For actions that remove the email from the list: focuses the next one. */
  const actAndAdvance = (act: EmailAction) =>
    onFocused((email) => {
      const place = ids.indexOf(email.id);
      const next = ids[place + 1] ?? ids[place - 1];
      act(email);
      if (next) focusEmail(next);
    });

  useShortcut("j", t`Next email`, GROUP, () => step(1));
  useShortcut("k", t`Previous email`, GROUP, () => step(-1));
  useActionKeys(current, actAndAdvance);
  useEnter();

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isOnEmail = event.target instanceof HTMLElement && event.target.dataset.email !== undefined;
    const next = nextIndex(event.key, active, ids.length);
    if (!isOnEmail || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    goTo(next);
  };
  const onFocus = (event: { target: EventTarget }) => {
    const id = emailAround(event.target);
    if (id === undefined) return;
    lastIndex.current = Math.max(ids.indexOf(id), 0);
    setCurrent(id);
  };
  return { activeId: ids[active], scroller, onKeyDown, onFocus };
}

type EmailAction = (email: EmailOnWire) => void;

/** What is done with the email that has the focus, or with the selected ones. */
function useActionKeys(current: string | undefined, actAndAdvance: (act: EmailAction) => () => void): void {
  useShortcut(
    "x",
    t`Select the email`,
    GROUP,
    onFocused(({ id }) => selection.toggle(id)),
  );
  useShortcut("e", t`Archive the email or the selected ones`, GROUP, () => {
    if (selection.now().length > 0) void archive(selection.now());
    else onFocused(({ id }) => void archive([id]))();
  });
  useShortcut("v", t`Move to folder`, GROUP, () => {
    const ids = selection.now().length > 0 ? selection.now() : current === undefined ? [] : [current];
    openMove(ids.flatMap((id) => emailRecords.get(id) ?? []));
  });
  const remove = () => {
    if (selection.now().length > 0) void deleteMany(selection.now());
    else actAndAdvance((email) => void deleteEmail(email))();
  };
  useShortcut("#", t`Delete the email or the selected ones`, GROUP, remove);
  useShortcut("Delete", t`Delete the email or the selected ones`, GROUP, remove);
  useShortcut(
    "r",
    t`Reply`,
    GROUP,
    onFocused(({ id }) => void reply(id)),
  );
  useShortcut(
    "f",
    t`Forward`,
    GROUP,
    onFocused(({ id }) => void forward([id])),
  );
  useShortcut(
    "u",
    t`Mark as read or unread`,
    GROUP,
    onFocused((email) => markRead(email, !email.isRead)),
  );
  useShortcut("z", t`Undo last action`, GROUP, undo);
}

function nextIndex(key: string, active: number, count: number): number | undefined {
  if (key === "ArrowDown") return Math.min(active + 1, count - 1);
  if (key === "ArrowUp") return Math.max(active - 1, 0);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}

const onFocused = (act: EmailAction) => () => {
  const email = emailRecords.get(awaitedId("email-") ?? emailAround(document.activeElement) ?? "");
  if (email) act(email);
};

/** Not a shortcut of the page: Enter belongs to whatever button has the focus. */
function useEnter(): void {
  useWindowEvent("keydown", (event) => {
    const id =
      event.target instanceof HTMLElement ? (awaitedId("email-") ?? event.target.dataset.email) : undefined;
    const email = event.key === "Enter" && !event.defaultPrevented && id && emailRecords.get(id);
    if (!email) return;
    event.preventDefault();
    viewEmail(email);
  });
}

const focusEmail = (id: string) => focusOn(`email-${id}`);

/** The email of the card that contains the element. */
const emailAround = (target: EventTarget | null): string | undefined =>
  target instanceof HTMLElement ? target.closest<HTMLElement>("[data-email]")?.dataset.email : undefined;
