import type { LucideIcon } from "lucide-react";
import { PlainButton } from "#ui/inputs/plain-button.tsx";

type IconActionProps = { label: string; icon: LucideIcon; onClick(): void };

/** A small button of a row or card, without the component library's cost: there are hundreds of them. */
export function IconAction({ label, icon: Icon, onClick }: IconActionProps) {
  return (
    <PlainButton
      shape="icon"
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
    </PlainButton>
  );
}
