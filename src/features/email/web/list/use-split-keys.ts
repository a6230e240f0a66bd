import { useEffect, useRef, useState } from "react";
import { t, term } from "#i18n/message.ts";
import { awaitedId, focusOn } from "#ui/keyboard/focus-on.ts";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { useWindowEvent } from "#ui/keyboard/use-window-event.ts";
import type { RowScroller } from "#ui/lists/virtual-rows.tsx";
import type { EmailOnWire } from "../../model.ts";
import { isEditable } from "../email-labels.ts";
import { openMove } from "../open-dialog.ts";
import { archiveThreads, deleteThreads, markRead, snooze, toggleStar } from "../organizing/email-actions.ts";
import { tomorrowMorning } from "../organizing/later-times.ts";
import { openThread } from "../reading/open-thread.ts";
import { emailRecords } from "../records.ts";
import { undo } from "../undo-last-action.ts";
import { editEmail, forward, reply } from "../writing/start-draft.ts";
import { selection } from "./selection.ts";
import { useTextPrefetch } from "./use-text-prefetch.ts";

const GROUP = t`Email`;

/** Keyboard use of the split view: moving through the list opens conversations, and removing one opens the next. */
export function useSplitKeys(ids: readonly string[], openRow: string | undefined) {
  const scroller = useRef<RowScroller>(null);
  const lastIndex = useRef(0);
  const index = openRow === undefined ? -1 : ids.indexOf(openRow);

  const texts = useTextPrefetch(ids, openRow);
  const goTo = (id: string) => {
    lastIndex.current = Math.max(ids.indexOf(id), 0);
    texts.open(id);
    openThread.show(id);
    scroller.current?.scrollToRow(lastIndex.current);
    focusRow(id);
  };
  const step = (by: number) => {
    // Where the open conversation has left the list, the one that replaced it is next.
    const from = index >= 0 ? index + by : by > 0 && openRow ? lastIndex.current : 0;
    const next = ids[Math.max(0, Math.min(from, ids.length - 1))];
    if (next) goTo(next);
  };
  /** The conversations to act on: the selected ones, else the open one. */
  const selectedOrOpen = () => (selection.now().length > 0 ? selection.now() : openRow ? [openRow] : []);
  const actAndAdvance = (act: (ids: readonly string[]) => void) => () => {
    const targets = selectedOrOpen();
    const next = nextRemaining(ids, index, targets);
    if (targets.length === 0) return;
    act(targets);
    if (openRow === undefined || !targets.includes(openRow)) return;
    if (next) goTo(next);
    else leave();
  };
  const leave = () => {
    const id = openRow;
    openThread.show(undefined);
    if (id) focusRow(id);
  };
  useThreadKeys(openRow, { step, leave, selectedOrOpen, actAndAdvance });
  useListKeys({ step, goTo, ends: [ids[0], ids.at(-1)] });

  const onFocus = (event: { target: EventTarget }) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset.email : undefined;
    if (id) lastIndex.current = Math.max(ids.indexOf(id), 0);
  };
  const snoozeUntil = (until: Date) => actAndAdvance((targets) => void snooze(targets, until))();
  const { near, shown } = texts;
  return { scroller, ...useStableActions({ onFocus, goTo, near, shown, leave, snoozeUntil }) };
}

type ThreadKeys = {
  step(by: number): void;
  leave(): void;
  selectedOrOpen(): readonly string[];
  actAndAdvance(act: (ids: readonly string[]) => void): () => void;
};

function useThreadKeys(
  openRow: string | undefined,
  { step, leave, selectedOrOpen, actAndAdvance }: ThreadKeys,
): void {
  const archive = actAndAdvance((targets) => void archiveThreads(targets));
  const remove = actAndAdvance((targets) => void deleteThreads(targets));

  useShortcut("j", t`Next conversation`, GROUP, () => step(1));
  useShortcut("k", t`Previous conversation`, GROUP, () => step(-1));
  useShortcut("o", t`Go into the open conversation`, GROUP, focusReader);
  useShortcut("e", term("Archive", "verb: archive an email"), GROUP, archive);
  useShortcut("#", t`Delete`, GROUP, remove);
  useShortcut("Delete", t`Delete`, GROUP, remove);
  useShortcut("v", t`Move to folder`, GROUP, () => {
    openMove(known(selectedOrOpen()), { threads: true });
  });
  useShortcut("x", t`Select the conversation`, GROUP, () => openRow && selection.toggle(openRow));
  useShortcut("s", term("Star", "verb: mark an email with a star"), GROUP, withOpen(toggleStar));
  useShortcut(
    "h",
    t`Snooze until tomorrow morning`,
    GROUP,
    actAndAdvance((targets) => void snooze(targets, tomorrowMorning())),
  );
  useShortcut(
    "u",
    t`Mark as read or unread`,
    GROUP,
    withOpen((email) => markRead(email, !email.isRead)),
  );
  useShortcut(
    "r",
    t`Reply`,
    GROUP,
    withOpen(({ id }) => void reply(id)),
  );
  useShortcut(
    "a",
    t`Reply to all`,
    GROUP,
    withOpen(({ id }) => void reply(id, { all: true })),
  );
  useShortcut(
    "f",
    t`Forward`,
    GROUP,
    withOpen(({ id }) => void forward([id])),
  );
  useShortcut("z", t`Undo last action`, GROUP, undo);
  useShortcut("Escape", t`Back to the list`, GROUP, () =>
    selection.now().length > 0 ? selection.clear() : leave(),
  );
}

const withOpen = (act: (email: EmailOnWire) => void) => () => {
  const email = emailRecords.get(openThread.now() ?? "");
  if (email) act(email);
};

/** The conversation after these that stays in the list, else the one before them. */
const nextRemaining = (
  ids: readonly string[],
  index: number,
  excluded: readonly string[],
): string | undefined =>
  ids.slice(index + 1).find((id) => !excluded.includes(id)) ??
  ids.slice(0, Math.max(index, 0)).findLast((id) => !excluded.includes(id));

type SplitActions = {
  onFocus(event: { target: EventTarget }): void;
  goTo(id: string): void;
  near(id: string, isPressed: boolean): void;
  shown(first: number, last: number): void;
  leave(): void;
  snoozeUntil(until: Date): void;
};

/** Stable functions that call the newest ones, so that components receiving them are not rendered again. */
function useStableActions(actions: SplitActions): SplitActions {
  const newest = useRef(actions);
  useEffect(() => {
    newest.current = actions;
  });
  const [steady] = useState<SplitActions>(() => ({
    onFocus: (event) => newest.current.onFocus(event),
    goTo: (id) => newest.current.goTo(id),
    near: (id, isPressed) => newest.current.near(id, isPressed),
    shown: (first, last) => newest.current.shown(first, last),
    leave: () => newest.current.leave(),
    snoozeUntil: (until) => newest.current.snoozeUntil(until),
  }));
  return steady;
}

const known = (ids: readonly string[]) => ids.flatMap((id) => emailRecords.get(id) ?? []);

type ListKeys = {
  step(by: number): void;
  goTo(id: string): void;
  ends: readonly (string | undefined)[];
};

/** Not shortcuts of the page: arrows and Enter belong to whatever has the focus. */
function useListKeys({ step, goTo, ends }: ListKeys): void {
  useWindowEvent("keydown", (event) => {
    const id =
      event.target instanceof HTMLElement ? (awaitedId("thread-") ?? event.target.dataset.email) : undefined;
    if (id === undefined || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const act = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Home: () => ends[0] && goTo(ends[0]),
      End: () => ends[1] && goTo(ends[1]),
      Enter: () => enter(id, goTo),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/** Enter opens a conversation; if it is already open, moves the focus into it, or opens a draft in the composer. */
function enter(id: string, goTo: (id: string) => void): void {
  const email = emailRecords.get(id);
  const isOpen = openThread.now() === id;
  if (isOpen && email && isEditable(email)) void editEmail(id);
  else if (isOpen) focusReader();
  else goTo(id);
}

function focusReader(): void {
  document.querySelector<HTMLElement>("[data-reader]")?.focus();
}

const focusRow = (id: string) => focusOn(`thread-${id}`);
