import { Clock } from "lucide-react";
import { t } from "#i18n/message.ts";
import { momentAhead } from "#platform/time/moment-ahead.ts";
import { readerDayAt, readerWeekday } from "#platform/time/reader-clock.ts";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { WhenMenu } from "#ui/overlays/when-menu.tsx";

type SnoozeMenuProps = { title: string; onChoose(at: Date): void };

export function SnoozeMenu({ title, onChoose }: SnoozeMenuProps) {
  const chooseOther = (moment: string) => {
    const at = momentAhead(moment);
    if (!at) return t`Choose a time that is still ahead`;
    onChoose(at);
    return undefined;
  };
  return (
    <WhenMenu
      label={t`Snooze: ${title}`}
      verb={t`Snooze`}
      onWhen={chooseOther}
      items={laterTimes(new Date()).map(({ label, at }) => ({ label, onSelect: () => onChoose(at) }))}
      trigger={(props) => (
        <PlainButton {...props} shape="icon" aria-label={t`Snooze: ${title}`} title={t`Snooze`}>
          <Clock size={16} strokeWidth={1.75} aria-hidden />
        </PlainButton>
      )}
    />
  );
}

const HOUR = 3_600_000;

function laterTimes(now: Date): { label: string; at: Date }[] {
  const morning = (days: number) => readerDayAt(now, days, 8);
  return [
    { label: t`In an hour`, at: new Date(now.getTime() + HOUR) },
    { label: t`In 3 hours`, at: new Date(now.getTime() + 3 * HOUR) },
    { label: t`Tomorrow morning`, at: morning(1) },
    { label: t`Next Monday`, at: morning((8 - readerWeekday(now)) % 7 || 7) },
  ];
}
