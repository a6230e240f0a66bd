import { formatShortWeekday, formatWeekday } from "../dates.ts";
import styles from "./weekday-choice.module.css";

/** A Sunday and the six days after it. */
const DAYS = Array.from({ length: 7 }, (_, weekday) => new Date(Date.UTC(2023, 0, 1 + weekday)));

type WeekdayChoiceProps = {
  label: string;
  /** 0 is Sunday. */
  chosen: readonly number[];
  onChange(days: number[]): void;
  isDisabled?: boolean;
  error?: string | undefined;
};

/** Any subset of the weekdays. */
export function WeekdayChoice({ label, chosen, onChange, isDisabled = false, error }: WeekdayChoiceProps) {
  return (
    <fieldset className={styles.days} disabled={isDisabled}>
      <legend>{label}</legend>
      {DAYS.map((day, weekday) => (
        <label key={day.getTime()} className={styles.day} title={formatWeekday(day, undefined, "UTC")}>
          <input
            type="checkbox"
            aria-label={formatWeekday(day, undefined, "UTC")}
            checked={chosen.includes(weekday)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, weekday] : chosen.filter((other) => other !== weekday))
            }
          />
          <span aria-hidden>{formatShortWeekday(day, undefined, "UTC")}</span>
        </label>
      ))}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
