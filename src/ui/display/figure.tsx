import type { ReactNode } from "react";
import { t } from "#i18n/message.ts";
import { PlainButton } from "../inputs/plain-button.tsx";
import { Popover, usePopover } from "../overlays/popover.tsx";
import styles from "./figure.module.css";

type FigureProps = {
  /** Undefined while loading, null if unavailable. */
  value: string | number | null | undefined;
  name: string;
  /** How it is calculated; rendered only when the figure is clicked. */
  definition?: ReactNode;
};

/** A number that explains how it is calculated, on click. */
export function Figure({ value, name, definition }: FigureProps) {
  const popover = usePopover();
  if (value === undefined) return <span className={`${styles.waiting} after-a-moment`} />;
  if (value === null) return <span title={t`This figure could not be read`}>–</span>;
  if (!definition) return <span>{value}</span>;
  return (
    <>
      <PlainButton className={styles.figure} title={t`What this figure means`} {...popover.triggerProps}>
        {value}
      </PlainButton>
      <Popover popover={popover} label={name} className={styles.definition}>
        <strong>{name}</strong>
        <div>{definition}</div>
      </Popover>
    </>
  );
}
