import { useNavigate } from "@tanstack/react-router";
import {
  CalendarClock,
  CalendarX,
  Check,
  Ellipsis,
  ListPlus,
  Pencil,
  Send,
  ThumbsDown,
  Trash2,
} from "lucide-react";
import { t } from "#i18n/message.ts";
import { localMoment } from "#platform/time/local-day.ts";
import { readerWeekday } from "#platform/time/reader-clock.ts";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { focusOn } from "#ui/keyboard/focus-on.ts";
import { useMedia } from "#ui/layout/use-media.ts";
import { Menu, type MenuItem } from "#ui/overlays/menu.tsx";
import { WhenMenu } from "#ui/overlays/when-menu.tsx";
import type { CommitmentOnWire } from "../../commitment-model.ts";
import { titleOf } from "../describe-promise.ts";
import { act, endOfDay, makeTask, moveDue, nudge } from "../promise-actions.ts";

type PromiseMenuProps = {
  promise: CommitmentOnWire;
  onEdit(promise: CommitmentOnWire): void;
  onLeave(): void;
};

/** What can be done with an open one; `onLeave` is called before it leaves its group. */
export function PromiseMenu({ promise, onEdit, onLeave }: PromiseMenuProps) {
  const title = titleOf(promise);
  const remind = useNudge();
  const task = useTask();
  // Its dialog moves the date as well.
  const isNarrow = useMedia("(max-width: 48em)");
  const end = (name: "drop" | "refuse") => () => {
    onLeave();
    void act(name, promise);
  };
  const items: (MenuItem | "line")[] = [
    ...(promise.owedBy === "them"
      ? [{ label: t`Write a reminder`, icon: Send, shortcut: "N", onSelect: () => void remind(promise) }]
      : []),
    {
      label: promise.taskId ? t`Open task` : t`Make a task`,
      icon: ListPlus,
      shortcut: "T",
      onSelect: () => void task(promise),
    },
    { label: t`Edit`, icon: Pencil, onSelect: () => onEdit(promise) },
    "line",
    ...(isFound(promise)
      ? [{ label: t`Refuse`, icon: ThumbsDown, shortcut: "X", onSelect: end("refuse") }]
      : []),
    { label: t`Drop`, icon: Trash2, shortcut: "#", onSelect: end("drop") },
  ];
  return (
    <>
      <IconButton
        label={t`Met: ${title}`}
        icon={Check}
        onClick={() => {
          onLeave();
          void act("markMet", promise);
        }}
      />
      {!isNarrow && <DueMenu promise={promise} />}
      <Menu
        label={t`More for: ${title}`}
        items={items}
        trigger={(props) => <IconButton {...props} label={t`More for: ${title}`} icon={Ellipsis} />}
      />
    </>
  );
}

/** Usual days, and any other in words. */
function DueMenu({ promise }: { promise: CommitmentOnWire }) {
  const label = t`Move the date: ${titleOf(promise)}`;
  // Afterwards it may be in another group. What closes gives the focus to its button first.
  const move = (due: Date | null, hasTime = false) => {
    queueMicrotask(() => focusOn(`promise-${promise.id}`));
    void moveDue(promise, due, hasTime);
  };
  const to = (name: string, days: number) => ({
    label: name,
    onSelect: () => move(endOfDay(days)),
  });
  const choose = (moment: string) => {
    const at = localMoment(moment);
    if (!at) return t`Enter a day or a time`;
    move(new Date(at), true);
    return undefined;
  };
  const toMonday = (8 - readerWeekday(new Date())) % 7 || 7;
  return (
    <WhenMenu
      label={label}
      verb={t`Move`}
      onWhen={choose}
      items={[
        to(t`Today`, 0),
        to(t`Tomorrow`, 1),
        to(t`In 3 days`, 3),
        to(t`Next Monday`, toMonday),
        to(t`In 2 weeks`, 14),
        ...(promise.due ? [{ label: t`No date`, icon: CalendarX, onSelect: () => move(null) }] : []),
      ]}
      trigger={(props) => <IconButton {...props} label={label} icon={CalendarClock} data-move-due />}
    />
  );
}

/** Only what was found can be refused. */
export const isFound = ({ origin }: CommitmentOnWire): boolean => origin !== "person";

/** Makes a task of it, or opens the one there is. */
export function useTask(): (promise: CommitmentOnWire) => Promise<void> {
  const navigate = useNavigate();
  return (promise) =>
    promise.taskId ? navigate({ to: "/tasks", search: { task: promise.taskId } }) : makeTask(promise);
}

/** Opens the draft; to somebody in a chat, the chat. */
export function useNudge(): (promise: CommitmentOnWire) => Promise<void> {
  const navigate = useNavigate();
  return async (promise) => {
    const { party, sourceKind, threadId } = promise;
    if (!party?.includes("@") && sourceKind === "message" && threadId)
      return navigate({ to: "/communication", search: { conversation: threadId } });
    const email = await nudge(promise);
    if (email) await navigate({ to: "/email", search: { email } });
  };
}
