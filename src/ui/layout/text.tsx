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

/** Words: their size, tone and weight, and the room around them. */
export function Text({ as = "p", lines, ...text }: TextProps) {
  const { rest, attributes, variables } = layoutAttributes(text);
  const most = { ...variables, ...(lines !== undefined && { "--lines": String(lines) }) };
  const element = { as, ...rest, ...attributes, "data-lines": lines };
  return drawElement(element, styles.element, most);
}

/** A part of a page that says nothing about how its children stand: an edge, a ground, the room around it. */
export const Box = (box: TextProps) => <Text as="div" {...box} />;
