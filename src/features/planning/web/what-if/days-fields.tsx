import { t, term } from "#i18n/message.ts";
import { WhenInput } from "#ui/fields/when-input.tsx";
import { Grid } from "#ui/layout/stack.tsx";

/** yyyy-MM-dd; empty while nothing is chosen. */
export type Days = { from: string; to: string };
export type DaysFaults = Partial<Record<keyof Days, string>>;

/** What is wrong with them; nothing if both are there and in order. */
export function faultsOfDays({ from, to }: Days): DaysFaults {
  if (from === "") return { from: t`Choose the first day` };
  if (to === "") return { to: t`Choose the last day` };
  return to < from ? { to: t`The last day must not be before the first` } : {};
}

type DaysFieldsProps = { days: Days; faults: DaysFaults; isFirst?: boolean; onChange(days: Days): void };

/** From one day through another; the last one follows the first, so that it is never before it. */
export const DaysFields = ({ days, faults, isFirst, onChange }: DaysFieldsProps) => (
  <Grid columns={2} gap={8}>
    <WhenInput
      kind="day"
      label={term("From", "the first day")}
      {...(isFirst && { autoFocus: true })}
      value={days.from}
      error={faults.from}
      onChange={(from) => onChange({ from, to: days.to < from ? from : days.to })}
    />
    <WhenInput
      kind="day"
      label={term("To", "the last day")}
      value={days.to}
      min={days.from}
      error={faults.to}
      onChange={(to) => onChange({ ...days, to })}
    />
  </Grid>
);
