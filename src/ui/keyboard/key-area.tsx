import type { ComponentProps, KeyboardEventHandler } from "react";

type KeyAreaProps = ComponentProps<"div"> & { onKeyDown: KeyboardEventHandler };

/** Handles keys pressed on the cards inside; these take the focus, the area does not. */
export function KeyArea({ onKeyDown, ...area }: KeyAreaProps) {
  // biome-ignore lint/a11y/noStaticElementInteractions: the cards inside take the focus; keys bubble up to here
  return <div {...area} onKeyDown={onKeyDown} />;
}
