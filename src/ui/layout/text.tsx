import { drawElement, type ElementProps, type WordsStyle, wordsAttributes } from "./element.ts";
import styles from "./layout.module.css";

export type TextProps = ElementProps &
  WordsStyle & {
    /** Where it has no room: one line with three dots, or breaks inside a long word. */
    overflow?: "dots" | "break" | undefined;
    /** As many lines at most. */
    lines?: number;
    /** Digits of one width, for numbers below each other. */
    isTabular?: boolean;
  };

/** Words: their size, tone and weight, and nothing about their place. */
export function Text({
  as = "p",
  size,
  tone,
  weight,
  overflow,
  lines,
  isTabular,
  grow,
  shrink,
  ...element
}: TextProps) {
  const attributes = {
    ...wordsAttributes({ size, tone, weight, grow, shrink }),
    "data-overflow": overflow,
    "data-lines": lines,
    "data-tabular": isTabular || undefined,
  };
  const variables = lines === undefined ? {} : { "--lines": String(lines) };
  return drawElement({ as, ...element, ...attributes }, styles.element, variables);
}
