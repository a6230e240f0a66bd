import { t } from "#i18n/message.ts";
import { formatShortWeekday, formatWeekday } from "#ui/dates.ts";
import { WhenInput } from "#ui/fields/when-input.tsx";
import { WeekdayChoice } from "#ui/inputs/weekday-choice.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { ENDS_TOO_EARLY, type WeekdayHours } from "../../hours-model.ts";
import { fromTimeInput, toTimeInput } from "../time-input-text.ts";
import styles from "./other-hours-field.module.css";

type OtherHoursFieldProps = {
  hours: readonly WeekdayHours[];
  /** Of a day that is added. */
  usual: { from: number; to: number };
  isChecked: boolean;
  onChange(hours: WeekdayHours[]): void;
};

/** Days of the week with hours of their own: one line each. `isChecked`: what is wrong is said. */
export function OtherHoursField({ hours, usual, isChecked, onChange }: OtherHoursFieldProps) {
  const hoursOn = (weekday: number) =>
    hours.find((each) => each.weekday === weekday) ?? { weekday, ...usual };
  const change = (weekday: number, fields: Partial<WeekdayHours>) =>
    onChange(hours.map((each) => (each.weekday === weekday ? { ...each, ...fields } : each)));
  return (
    <Stack gap={8}>
      <WeekdayChoice
        label={t`Other hours on`}
        chosen={hours.map(({ weekday }) => weekday)}
        onChange={(days) => onChange(days.toSorted().map(hoursOn))}
      />
      {hours.map(({ weekday, from, to }) => {
        const day = new Date(Date.UTC(2023, 0, 1 + weekday));
        const name = formatWeekday(day, undefined, "UTC");
        return (
          <div key={weekday} className={styles.day}>
            <Text size="list" className={styles.name} aria-hidden>
              {formatShortWeekday(day, undefined, "UTC")}
            </Text>
            <WhenInput
              kind="time"
              aria-label={t`${name}: from`}
              value={toTimeInput(from)}
              onChange={(time) => change(weekday, { from: fromTimeInput(time, from) })}
            />
            <WhenInput
              kind="time"
              aria-label={t`${name}: to`}
              error={isChecked && to <= from && ENDS_TOO_EARLY}
              value={toTimeInput(to)}
              onChange={(time) => change(weekday, { to: fromTimeInput(time, to) })}
            />
          </div>
        );
      })}
    </Stack>
  );
}
