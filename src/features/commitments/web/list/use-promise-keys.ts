import { t } from "#i18n/message.ts";
import { focusOn } from "#ui/keyboard/focus-on.ts";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { useWindowEvent } from "#ui/keyboard/use-window-event.ts";
import type { CommitmentOnWire } from "../../commitment-model.ts";
import { act } from "../promise-actions.ts";
import { commitmentRecords } from "../records.ts";
import { isFound, useNudge, useTask } from "./promise-menu.tsx";

const GROUP = t`Promises`;

/** Going through promises by keyboard: j, k and arrows move, Enter opens, the rest acts on the one that has the focus. */
export function usePromiseKeys(): void {
  const remind = useNudge();
  const task = useTask();
  useShortcut("j", t`Next promise`, GROUP, () => step(1));
  useShortcut("k", t`Previous promise`, GROUP, () => step(-1));
  useShortcut("a", t`Accept`, GROUP, on(["proposed"], leave("accept")));
  useShortcut("x", t`Refuse`, GROUP, on(["proposed", "open"], leave("refuse"), isFound));
  useShortcut("e", t`Mark as met`, GROUP, on(["proposed", "open"], leave("markMet")));
  useShortcut("#", t`Drop`, GROUP, on(["proposed", "open"], leave("drop")));
  useShortcut("h", t`Move the date`, GROUP, () =>
    rowInFocus()?.querySelector<HTMLElement>("[data-move-due]")?.click(),
  );
  useShortcut(
    "t",
    t`Make a task of it`,
    GROUP,
    on(["open"], (promise) => void task(promise)),
  );
  useShortcut(
    "n",
    t`Write a reminder`,
    GROUP,
    on(
      ["open"],
      (promise) => void remind(promise),
      ({ owedBy }) => owedBy === "them",
    ),
  );
  useShortcut("o", t`Reopen`, GROUP, on(["met", "dropped", "superseded", "refused"], leave("reopen")));
  useWindowEvent("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (
      !by ||
      event.defaultPrevented ||
      !(event.target as HTMLElement).matches?.("[data-promise] [data-stop]")
    )
      return;
    event.preventDefault();
    step(by);
  });
}

const rows = () => [...document.querySelectorAll<HTMLElement>("[data-promise]")];
const rowInFocus = () => rows().find((row) => row.contains(document.activeElement));

function step(by: number): void {
  const all = rows();
  const here = all.findIndex((row) => row.contains(document.activeElement));
  const next = all[here < 0 ? 0 : Math.max(0, Math.min(here + by, all.length - 1))];
  next?.querySelector<HTMLElement>("[data-stop]")?.focus();
}

/** Before a promise leaves its group: the focus goes to the next one, the previous one, or the tab. */
export function focusBeyond(id: string): void {
  const all = rows();
  const here = all.findIndex((row) => row.dataset.promise === id);
  const next = all[here + 1] ?? all[here - 1];
  if (next) focusOn(`promise-${next.dataset.promise}`);
  else document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
}

const leave = (name: Parameters<typeof act>[0]) => (promise: CommitmentOnWire) => {
  focusBeyond(promise.id);
  void act(name, promise);
};

/** Runs for the promise that has the focus, in these states and if it `fits`. */
const on =
  (
    states: readonly CommitmentOnWire["state"][],
    run: (promise: CommitmentOnWire) => void,
    fits: (promise: CommitmentOnWire) => boolean = () => true,
  ) =>
  () => {
    const promise = commitmentRecords.get(rowInFocus()?.dataset.promise ?? "");
    if (promise && states.includes(promise.state) && fits(promise)) run(promise);
  };
