import { type LucideIcon, X } from "lucide-react";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import { formatRecent } from "../format-moment.ts";

type LaterMenuProps = {
  label: string;
  icon: LucideIcon;
  /** The suggested times, from the clock at the time of rendering. */
  offered(): readonly { label: string; at: Date }[];
  onChoose(at: Date): void;
  isSet: boolean;
  onClear(): void;
};

/** A menu of suggested times. */
export function LaterMenu({ label, icon, offered, onChoose, isSet, onClear }: LaterMenuProps) {
  const times = offered().map(({ label: words, at }) => ({
    label: words,
    shortcut: formatRecent(at.toISOString()),
    onSelect: () => onChoose(at),
  }));
  return (
    <Menu
      label={label}
      items={isSet ? [{ label: "Not any more", icon: X, onSelect: onClear }, "line", ...times] : times}
      trigger={(props) => <IconButton {...props} label={label} icon={icon} aria-pressed={isSet} />}
    />
  );
}
