import { type AllHTMLAttributes, createElement, type ReactElement, type Ref } from "react";
import { forward } from "./direction.ts";

/** The elements that a layout may render; they keep their meaning for screen readers. */
type Tag =
  | ("div" | "span" | "p" | "ul" | "ol" | "li" | "dl" | "dt" | "dd" | "section" | "header" | "footer" | "nav")
  | (
      | "article"
      | "aside"
      | "main"
      | "form"
      | "fieldset"
      | "label"
      | "small"
      | "strong"
      | "em"
      | "time"
      | "output"
      | "button"
    )
  | ("h1" | "h2" | "h3" | "h4");

export type ElementProps = Omit<AllHTMLAttributes<HTMLElement>, "as" | "wrap" | "size"> & {
  as?: Tag | undefined;
  ref?: Ref<HTMLElement> | undefined;
};

/** A box's surface, its padding and margin, and its place beside others. */
export type BoxProps = {
  /** 'card', 'outline' and 'alert' have a border, the others a soft color. */
  surface?: "card" | "outline" | "alert" | "neutral" | "accent" | "warn" | "bad" | undefined;
  /** In CSS pixels, as one number for all sides or as CSS writes several. */
  pad?: Sides | undefined;
  /** The same, outside its border. */
  margin?: Sides | undefined;
  maxWidth?: `${number}${"ch" | "rem" | "%"}` | undefined;
  /** A line between it and the content above or below. */
  line?: "above" | "below" | undefined;
  /** A line between it and the previous sibling, if that is lined too. */
  lined?: boolean | undefined;
  /** Its alignment on the cross axis of its container. */
  alignSelf?: "start" | "center" | "end" | undefined;
  /** It takes the room that is left beside it, and may become narrower than its words. */
  grow?: boolean | undefined;
  /** It may become narrower than its words. */
  shrink?: boolean | undefined;
  /** It keeps its width, whatever stands beside it. */
  noShrink?: boolean | undefined;
  /** If it differs from both the element's and the layout's own. */
  display?: "block" | "inline-flex" | undefined;
};

type Sides = number | `${number}${string}` | `-${string}` | `auto${string}` | `var(--${string}`;

/** The style of text in any element. */
export type WordsStyle = {
  /** Sizes by token: 'label' is 12, 'list' 13, 'body' 14, 'section' 16 pixels. Default: inherited. */
  size?: "label" | "list" | "body" | "lead" | "section" | "large" | "title" | undefined;
  tone?: "ink" | "soft" | "faint" | "accent" | "good" | "warn" | "bad" | undefined;
  weight?: "regular" | "medium" | "strong" | undefined;
  lineHeight?: number | undefined;
  /** If there is no space: an ellipsis, one line, breaks inside long words, or cut off. */
  overflow?: "dots" | "nowrap" | "break" | "hidden" | undefined;
  /** No single word is left on the last line. */
  textWrap?: "pretty" | undefined;
  textAlign?: "center" | undefined;
  /** Digits of one width, for numbers below each other. */
  isTabular?: boolean | undefined;
  /** All letters of one width: for code and keys. */
  isMono?: boolean | undefined;
};

/**
 * Converts the props to the attributes and variables that layout.module.css reads; returns the other props as `rest`.
 */
export function layoutAttributes<P extends BoxProps & WordsStyle>(props: P) {
  const { surface, pad, margin, maxWidth, line, lined, alignSelf, grow, shrink, noShrink, ...more } = props;
  const { display, size, tone, weight, lineHeight, ...words } = more;
  const { overflow, textWrap, textAlign, isTabular, isMono, ...rest } = words;
  return {
    rest,
    attributes: {
      "data-surface": surface,
      "data-pad": isGiven(pad),
      "data-margin": isGiven(margin),
      "data-max-width": isGiven(maxWidth),
      "data-line": line,
      "data-lined": lined || undefined,
      "data-align-self": isGiven(alignSelf),
      "data-grow": grow || undefined,
      "data-shrink": shrink || undefined,
      "data-no-shrink": noShrink || undefined,
      "data-display": display,
      "data-size": size,
      "data-tone": tone,
      "data-weight": weight,
      "data-line-height": isGiven(lineHeight),
      "data-overflow": overflow,
      "data-text-wrap": textWrap,
      "data-text-align": textAlign,
      "data-tabular": isTabular || undefined,
      "data-mono": isMono || undefined,
    },
    variables: {
      ...(pad !== undefined && { "--pad": inPixels(pad) }),
      ...(margin !== undefined && { "--margin": inPixels(margin) }),
      ...(maxWidth !== undefined && { "--max-width": maxWidth }),
      ...(alignSelf !== undefined && { "--align-self": alignSelf }),
      ...(lineHeight !== undefined && { "--line-height": String(lineHeight) }),
    },
  };
}

const isGiven = (value: unknown) => value !== undefined || undefined;

/** Right and left are as where lines run to the right. */
const inPixels = (sides: Sides) =>
  typeof sides === "number"
    ? `${sides}px`
    : forward() < 0
      ? sides.replace(/ (\S+) (\S+) (\S+)/, " $3 $2 $1")
      : sides;

/** An element with its layout's class before its own. `variables` are CSS custom properties. */
export function drawElement(
  { as = "div", className, style, ...attributes }: ElementProps,
  layoutClass: string | undefined,
  variables: Readonly<Record<`--${string}`, string>> = {},
): ReactElement {
  const classes = className ? `${layoutClass} ${className}` : layoutClass;
  return createElement(as, { ...attributes, className: classes, style: { ...variables, ...style } });
}
