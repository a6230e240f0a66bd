import { useEffect, useEffectEvent, useState } from "react";
import { createPortal } from "react-dom";
import styles from "./swipe-layer.module.css";
import { type Swipe, type SwipeActions, trackSwipes } from "./track-swipes.ts";
import type { FirstTouch } from "./use-first-touch.ts";

type SwipeLayerProps = {
  firstTouch: FirstTouch;
  actionsOf(row: HTMLElement): SwipeActions;
};

/** The actions behind the rows of a list, for fingers; keys and buttons have the same. */
export function SwipeLayer({ firstTouch, actionsOf }: SwipeLayerProps) {
  const [shown, setShown] = useState<Swipe | null>(null);
  const readActions = useEffectEvent(actionsOf);
  useEffect(() => {
    const handlers = {
      actionsOf: (row: HTMLElement) => readActions(row),
      onChange: setShown,
      onEnd: (row: HTMLElement) => setShown((now) => (now?.row === row ? null : now)),
    };
    return trackSwipes(firstTouch.list, handlers, firstTouch.start);
  }, [firstTouch]);
  const place = shown?.row.parentElement;
  return shown && place ? createPortal(<Underlay {...shown} />, place) : null;
}

/** Behind the row that is moved: its plate hides what the row would let through. */
function Underlay({ row, side, isArmed, action }: Swipe) {
  const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = row;
  const { borderRadius } = getComputedStyle(row);
  const Icon = action?.icon;
  return (
    <div
      className={styles.underlay}
      style={{ left, top, width, height, borderRadius }}
      data-side={side}
      data-tone={action?.tone}
      data-armed={isArmed || undefined}
      aria-hidden
    >
      <span className={styles.words}>
        {Icon && <Icon size="1.25rem" strokeWidth={1.75} aria-hidden />}
        {action?.label}
      </span>
      <div className={styles.plate} />
    </div>
  );
}
