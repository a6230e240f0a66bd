import { LayoutGrid, List as ListIcon, SquareKanban, Trash2 } from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import type { TaskView } from "./task-address.ts";

const VIEWS = [
  { value: "list", label: term("List", "a view of tasks"), icon: ListIcon },
  { value: "grid", label: term("Grid", "a view of tasks"), icon: LayoutGrid },
  { value: "board", label: term("Board", "a view of tasks"), icon: SquareKanban },
] as const;

type ViewChoiceProps = { view: TaskView; onChoose(view: TaskView): void };

/** The views of tasks, each one key away. */
export function ViewChoice({ view, onChoose }: ViewChoiceProps) {
  useShortcut("1", t`Show the list`, t`Tasks`, () => onChoose("list"));
  useShortcut("2", t`Show the grid of cards`, t`Tasks`, () => onChoose("grid"));
  useShortcut("3", t`Show the board`, t`Tasks`, () => onChoose("board"));
  return (
    <SegmentedControl
      label={term("View", "list, grid or board")}
      iconsOnly
      value={view}
      onChange={onChoose}
      options={VIEWS}
    />
  );
}

export const TrashButton = ({ onTrash }: { onTrash(): void }) => (
  <PlainButton shape="quiet" aria-label={t`Trash`} title={t`Trash`} onClick={onTrash}>
    <Trash2 size={16} strokeWidth={1.75} aria-hidden />
  </PlainButton>
);
