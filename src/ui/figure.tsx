import { useId } from "react";
import styles from "./figure.module.css";
import { Popover, usePopover } from "./popover.tsx";

type FigureProps = { value: string | number | undefined; name: string; definition?: string };

/** A number that can be traced: a click says how it is made. */
export function Figure({ value, name, definition }: FigureProps) {
  const popover = usePopover();
  const textId = useId();
  if (value === undefined) return <span className={styles.waiting} role="presentation" />;
  if (!definition) return <span>{value}</span>;
  return (
    <>
      <button
        type="button"
        className={styles.figure}
        aria-describedby={textId}
        title="What this figure means"
        {...popover.triggerProps}
      >
        {value}
      </button>
      <Popover popover={popover} label={name} className={styles.definition}>
        <strong>{name}</strong>
        <p id={textId}>{definition}</p>
      </Popover>
    </>
  );
}
