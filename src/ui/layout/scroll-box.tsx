import type { ComponentProps } from "react";

/** A scrollable section takes the focus, so that the arrow keys can scroll it. */
export function ScrollBox(box: ComponentProps<"section">) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  return <section {...box} tabIndex={0} />;
}

/** The same for text whose line breaks are kept. */
export function ScrollText(box: ComponentProps<"pre">) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  return <pre {...box} tabIndex={0} />;
}
