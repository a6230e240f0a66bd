import type { Declaration } from "postcss";
import { COLOUR_WORDS } from "./colour-words.ts";
import type { Exceptions, StyleRule } from "./rule.ts";

const TOKENS = /^src\/ui\/theme\/tokens\.css$/;
export const COLOUR = /#[0-9a-f]{3,8}\b|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/i;
/** Relative lengths (em, %) are allowed. */
export const LENGTH =
  /(?<![\w.-])(?!0[a-z]+\b)\d*\.?\d+(px|rem|pt|pc|cm|mm|in|q|ch|ex|lh|rlh|[sld]?v(w|h|min|max|i|b)|cq(w|h|i|b))\b|(?<![\w-])((xx?-)?(small|large)|medium|smaller|larger)(?![\w-])/i;

const covers = (path: string) => /^src\/.+\.css$/.test(path) && !TOKENS.test(path);

const styleRule = (
  name: string,
  message: string,
  isRaw: (declaration: Declaration) => boolean,
  exceptions: Exceptions = {},
): StyleRule => ({
  name,
  message,
  covers,
  exceptions,
  findInStyle: ({ declarations }) =>
    declarations.filter(isRaw).map((declaration) => ({
      offset: declaration.source?.start?.offset ?? 0,
      detail: `${declaration.prop}: ${declaration.value}`,
    })),
});

/** Image URLs and quoted names are not colours. */
const plain = (value: string) => value.replaceAll(/url\([^)]*\)|"[^"]*"|'[^']*'|var\(--[\w-]+\)/g, "");

export const styleColours = styleRule(
  "style-colours",
  "a colour is a token of src/ui/theme/tokens.css: var(--ink), var(--line), ...",
  ({ value }) => COLOUR.test(plain(value)) || COLOUR_WORDS.test(plain(value)),
);

export const styleLayers = styleRule(
  "style-layers",
  "a z-index is a token of src/ui/theme/tokens.css: var(--layer-menu), ...",
  ({ prop, value }) => prop === "z-index" && /\d|var\(/.test(value.replaceAll(/var\(--layer-[\w-]+\)/g, "")),
);

export const styleSizes = styleRule(
  "style-sizes",
  "sizes of text and radii are tokens of src/ui/theme/tokens.css: var(--text-list), var(--radius-control), ...",
  ({ prop, value }) =>
    (/^(font-size|font|border-.*radius|border-radius)$/.test(prop) && LENGTH.test(plain(value))) ||
    (prop === "font-size" && /var\(--(?!text-)/.test(value)),
);

/** At least 6 pixels: less is a line or a dot. */
const PIXELS = /(?<![\w.-])([6-9]|\d{2,})(\.\d+)?px\b/;
/** What is measured against the window or the box around it leaves a margin, which does not grow. */
const OF_A_BOX = /100(%|[sld]?v[hw])/;

export const styleLengths = styleRule(
  "style-lengths",
  "what holds words or icons grows with the type of the browser: heights, widths and lines of text in rem",
  ({ prop, value }) =>
    /^((min-|max-)?(width|height|(block|inline)-size)|line-height|grid-(template|auto)-(columns|rows))$/.test(
      prop,
    ) &&
    PIXELS.test(value) &&
    !OF_A_BOX.test(value),
);

const FOUR_SIDES = /^(\S+) (\S+) (\S+) (\S+)$/;

export const styleSides = styleRule(
  "style-sides",
  "left and right are start and end: margin-inline-start, inset-inline, padding-inline, text-align: start, ...",
  ({ prop, value }) => {
    const [, , right, , left] = FOUR_SIDES.exec(value.replaceAll(/\([^()]*\)/g, "()")) ?? [];
    return (
      /^(left|right|(margin|padding|scroll-margin|scroll-padding)-(left|right)|border-(left|right)(-width)?)$/.test(
        prop,
      ) ||
      /^border-(top|bottom)-(left|right)-radius$/.test(prop) ||
      (/^(text-align|float|clear)$/.test(prop) && /left|right/.test(value)) ||
      (/^(margin|padding|inset)$/.test(prop) && right !== left)
    );
  },
);
