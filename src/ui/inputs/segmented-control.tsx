import type { LucideIcon } from "lucide-react";
import { useId } from "react";
import styles from "./segmented-control.module.css";

type Option<V extends string> = { value: V; label: string; icon?: LucideIcon };

type SegmentedControlProps<V extends string> = {
  /** What is chosen here, for screen readers. */
  label: string;
  value: V;
  onChange(value: V): void;
  options: readonly Option<V>[];
  /** Shows the icons only; the words stay as names. */
  iconsOnly?: boolean;
};

/** One of few. Native radios: arrows move, Tab passes. */
export function SegmentedControl<V extends string>(props: SegmentedControlProps<V>) {
  const { label, value, onChange, options, iconsOnly } = props;
  const group = useId();
  return (
    <fieldset className={styles.group}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option} title={iconsOnly ? option.label : undefined}>
          <input
            type="radio"
            name={group}
            className={styles.input}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon && <option.icon size={16} strokeWidth={1.75} aria-hidden />}
          <span className={iconsOnly ? "visually-hidden" : undefined}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
