import type { ComponentProps, KeyboardEventHandler } from "react";

type KeyAreaProps = ComponentProps<"div"> & { onKeyDown: KeyboardEventHandler };

/** Hears the keys that were pressed on the cards in it; they take the focus, it does not. */
export function KeyArea({ onKeyDown, ...area }: KeyAreaProps) {
  // biome-ignore lint/a11y/noStaticElementInteractions: the cards inside take the focus; keys bubble up to here
  return <div {...area} onKeyDown={onKeyDown} />;
}
