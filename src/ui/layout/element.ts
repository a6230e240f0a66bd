import { type AllHTMLAttributes, createElement, type ReactElement, type Ref } from "react";

/** The elements that a layout may be; what they mean to a screen reader stays theirs. */
type Tag =
  | ("div" | "span" | "p" | "ul" | "ol" | "li" | "dl" | "dt" | "dd" | "section" | "header" | "footer" | "nav")
  | (
      | "article"
      | "aside"
      | "main"
      | "form"
      | "fieldset"
      | "label"
      | "strong"
      | "em"
      | "small"
      | "time"
      | "output"
      | "button"
    )
  | ("h1" | "h2" | "h3" | "h4");

export type ElementProps = Omit<AllHTMLAttributes<HTMLElement>, "as" | "wrap" | "size"> & {
  as?: Tag | undefined;
  ref?: Ref<HTMLElement> | undefined;
};

/** What a part of a page stands on, and the room between its edge and what is in it. */
export type BoxProps = {
  /** 'card' and 'outline' have an edge, the others a soft colour. */
  surface?: "card" | "outline" | "neutral" | "accent" | "warn" | "bad" | undefined;
  /** In CSS pixels, as one number for all sides or as CSS writes several. */
  pad?: number | `${number}px ${string}` | undefined;
  /** A line that parts it from what stands before or after it. */
  line?: "above" | "below" | undefined;
  /** A line parts it from the one before, where that is lined too. */
  lined?: boolean | undefined;
};

/** How words look, wherever they stand. */
export type WordsStyle = {
  /** As the tokens name them: 'label' is 12, 'list' 13, 'body' 14, 'section' 16 pixels. Left out: as around it. */
  size?: "small" | "label" | "list" | "body" | "lead" | "section" | "large" | "title" | undefined;
  tone?: "ink" | "soft" | "faint" | "accent" | "good" | "warn" | "bad" | undefined;
  weight?: "regular" | "medium" | "strong" | undefined;
  /** It takes the room that is left beside it, and may become narrower than its words. */
  grow?: boolean | undefined;
  /** It may become narrower than its words. */
  shrink?: boolean | undefined;
};

export const wordsAttributes = ({ size, tone, weight, grow, shrink }: WordsStyle) => ({
  "data-size": size,
  "data-tone": tone,
  "data-weight": weight,
  "data-grow": grow || undefined,
  "data-shrink": shrink || undefined,
});

/** An element with the class of its layout before its own. `variables` are custom properties of CSS. */
export function drawElement(
  { as = "div", className, style, ...attributes }: ElementProps,
  layoutClass: string | undefined,
  variables: Readonly<Record<`--${string}`, string>> = {},
): ReactElement {
  const classes = className ? `${layoutClass} ${className}` : layoutClass;
  return createElement(as, { ...attributes, className: classes, style: { ...variables, ...style } });
}
