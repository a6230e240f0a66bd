import { LayoutGrid, List as ListIcon, Trash2 } from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import type { DocumentView } from "./document-address.ts";

const VIEWS = [
  { value: "list", label: t`List`, icon: ListIcon },
  { value: "grid", label: t`Grid`, icon: LayoutGrid },
] as const;

type ViewChoiceProps = { view: DocumentView; onChoose(view: DocumentView): void; onTrash(): void };

/** The views of documents, each one key away, and the trash. */
export function ViewChoice({ view, onChoose, onTrash }: ViewChoiceProps) {
  useShortcut("1", t`Show the list`, t`Documents`, () => onChoose("list"));
  useShortcut("2", t`Show the grid of cards`, t`Documents`, () => onChoose("grid"));
  return (
    <>
      <SegmentedControl
        label={term("View", "how a list is shown")}
        iconsOnly
        value={view}
        onChange={onChoose}
        options={VIEWS}
      />
      <PlainButton shape="quiet" aria-label={t`Trash`} title={t`Trash`} onClick={onTrash}>
        <Trash2 size={16} strokeWidth={1.75} aria-hidden />
      </PlainButton>
    </>
  );
}
