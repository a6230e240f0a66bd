import { type LucideIcon, X } from "lucide-react";
import { t } from "#i18n/message.ts";
import { momentAhead } from "#platform/time/moment-ahead.ts";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { WhenMenu } from "#ui/overlays/when-menu.tsx";
import { formatRecent } from "../format-moment.ts";

type LaterMenuProps = {
  label: string;
  /** On the button for another time. */
  verb: string;
  icon: LucideIcon;
  /** The suggested times, from the clock at the time of rendering. */
  offered(): readonly { label: string; at: Date }[];
  onChoose(at: Date): void;
  isSet: boolean;
  onClear(): void;
};

/** A menu of suggested times; any other one is typed. */
export function LaterMenu({ label, verb, icon, offered, onChoose, isSet, onClear }: LaterMenuProps) {
  const times = offered().map(({ label: words, at }) => ({
    label: words,
    shortcut: formatRecent(at.toISOString()),
    onSelect: () => onChoose(at),
  }));
  const chooseOther = (moment: string) => {
    const at = momentAhead(moment);
    if (!at) return t`Choose a time that is still ahead`;
    onChoose(at);
    return undefined;
  };
  return (
    <WhenMenu
      label={label}
      verb={verb}
      onWhen={chooseOther}
      items={isSet ? [{ label: t`Not any more`, icon: X, onSelect: onClear }, "line", ...times] : times}
      trigger={(props) => <IconButton {...props} label={label} icon={icon} aria-pressed={isSet} />}
    />
  );
}
