import { daysFrom } from "./days.ts";
import styles from "./weekday-choice.module.css";
import { formatLongWeekday, formatWeekday } from "./wording.ts";

/** A Sunday and the six days after it, for the names of the weekdays. */
export const WEEK = daysFrom("2023-01-01", 7);

type WeekdayChoiceProps = { label: string; chosen: readonly number[]; onChange(days: number[]): void };

/** Any of the seven; 0 is Sunday. */
export function WeekdayChoice({ label, chosen, onChange }: WeekdayChoiceProps) {
  return (
    <fieldset className={styles.days}>
      <legend>{label}</legend>
      {WEEK.map((day, weekday) => (
        <label key={day} className={styles.day} title={formatLongWeekday(day)}>
          <input
            type="checkbox"
            aria-label={formatLongWeekday(day)}
            checked={chosen.includes(weekday)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, weekday] : chosen.filter((other) => other !== weekday))
            }
          />
          <span aria-hidden>{formatWeekday(day)}</span>
        </label>
      ))}
    </fieldset>
  );
}
