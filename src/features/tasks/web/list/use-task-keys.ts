import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { awaitedId } from "#ui/keyboard/focus-on.ts";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { useWindowEvent } from "#ui/keyboard/use-window-event.ts";
import { stepAside } from "#ui/layout/direction.ts";
import type { RowScroller } from "#ui/lists/virtual-rows.tsx";
import { focusTask, taskAround, useTaskActionKeys } from "./use-task-action-keys.ts";

/** Moves through a list by keyboard: j, k, arrows, Home and End. Only one task is a tab stop. */
export function useTaskKeys(ids: readonly string[], { columns = 1, rowOf = inRows(columns) } = {}) {
  const [current, setCurrent] = useState<string>();
  const lastIndex = useRef(0);
  const scroller = useRef<RowScroller>(null);
  const index = current === undefined ? -1 : ids.indexOf(current);
  // If the current task has left the list, the one now at its index is next.
  const active = index >= 0 ? index : Math.min(lastIndex.current, ids.length - 1);
  const activeId = ids[active];

  const goTo = (next: number) => {
    const id = ids[next];
    if (id === undefined) return;
    lastIndex.current = next;
    setCurrent(id);
    scroller.current?.scrollToRow(rowOf(next));
    focusTask(id);
  };
  useFocusWhenGone(index < 0 && current !== undefined ? activeId : undefined, goTo.bind(null, active));
  const step = (by: number) => goTo(index < 0 && current === undefined ? 0 : clamp(active + by, ids.length));
  useShortcut("j", t`Next task`, t`Tasks`, () => step(1));
  useShortcut("k", t`Previous task`, t`Tasks`, () => step(-1));
  useTaskActionKeys((id) => {
    const place = ids.indexOf(id);
    return ids[place + 1] ?? ids[place - 1];
  });

  const press = (event: KeyPress) => {
    const act = keyMovement(event.key, columns);
    if (act === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (act === "first") goTo(0);
    else if (act === "last") goTo(ids.length - 1);
    else step(act);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target instanceof HTMLElement && event.target.dataset.task !== undefined) press(event);
  };
  useKeysBeforeRow(press);
  const onFocus = (event: { target: EventTarget }) => {
    const id = taskAround(event.target);
    if (id === undefined) return;
    lastIndex.current = Math.max(ids.indexOf(id), 0);
    setCurrent(id);
    // Tasks inserted before it move it to another row of the grid, where it is rendered again.
    if (event.target === document.getElementById(`task-${id}`)) focusTask(id);
  };
  return { activeId, scroller, onKeyDown, onFocus };
}

const inRows = (columns: number) => (index: number) => Math.floor(index / columns);

/** A completed task leaves the list of open ones, and with it the focus: the task now in its place gets it. */
function useFocusWhenGone(next: string | undefined, focus: () => void): void {
  const focusNext = useEffectEvent(focus);
  useEffect(() => {
    if (next !== undefined && document.activeElement === document.body) focusNext();
  }, [next]);
}

type KeyPress = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey" | "preventDefault">;

/** Until the next row is rendered, the page itself has the focus: the key would scroll it and never reach the row. */
function useKeysBeforeRow(press: (event: KeyPress) => void): void {
  useWindowEvent("keydown", (event) => {
    if (event.target === document.body && awaitedId("task-") !== undefined) press(event);
  });
}

const clamp = (index: number, count: number) => Math.max(0, Math.min(index, count - 1));

function keyMovement(key: string, columns: number): number | "first" | "last" | undefined {
  if (key === "ArrowDown") return columns;
  if (key === "ArrowUp") return -columns;
  if (columns > 1 && stepAside(key)) return stepAside(key);
  if (key === "Home") return "first";
  return key === "End" ? "last" : undefined;
}
