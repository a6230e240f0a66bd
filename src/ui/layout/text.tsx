import {
  type BoxProps,
  drawElement,
  type ElementProps,
  layoutAttributes,
  type WordsStyle,
} from "./element.ts";
import styles from "./layout.module.css";

export type TextProps = ElementProps &
  BoxProps &
  WordsStyle & {
    /** As many lines at most. */
    lines?: number;
  };

/** Text: its size, tone and weight, and the space around it. */
export function Text({ as = "p", lines, ...text }: TextProps) {
  const { rest, attributes, variables } = layoutAttributes(text);
  const allVariables = { ...variables, ...(lines !== undefined && { "--lines": String(lines) }) };
  const element = { as, ...rest, ...attributes, "data-lines": lines };
  return drawElement(element, styles.element, allVariables);
}

/** A box without a layout for its children: a border, a background, the space around it. */
export const Box = (box: TextProps) => <Text as="div" {...box} />;
