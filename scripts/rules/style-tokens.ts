import type { Declaration } from "postcss";
import { type CodeRule, type Exceptions, isTest, type StyleRule } from "./rule.ts";

const TOKENS = /^src\/ui\/theme\/tokens\.css$/;
const COLOUR_WORDS =
  /(?<![\w-])(white|black|red|green|blue|gray|grey|orange|yellow|purple|pink|brown|navy|teal|silver|gold)(?![\w-])/i;
const COLOUR = /#[0-9a-f]{3,8}\b|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/i;
/** Relative lengths (em, %) are allowed. */
const LENGTH = /(?<![\w.-])(?!0(px|rem)\b)\d*\.?\d+(px|rem|pt)\b/;

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
  ({ prop, value }) => prop === "z-index" && /\d/.test(plain(value)),
);

export const styleSizes = styleRule(
  "style-sizes",
  "sizes of text and radii are tokens of src/ui/theme/tokens.css: var(--text-list), var(--radius-control), ...",
  ({ prop, value }) =>
    /^(font-size|font|border-.*radius|border-radius)$/.test(prop) && LENGTH.test(plain(value)),
);

/** Colours in page scripts: canvas drawing has to use the tokens too. */
export const scriptColours: CodeRule = {
  name: "script-colours",
  message: "a colour is a token of src/ui/theme/tokens.css, in scripts too",
  covers: (path) =>
    /^src\/(ui\/|.+\/web\/).+\.tsx?$/.test(path) && !isTest(path) && path !== "src/ui/theme/theme.ts",
  find: (file) =>
    [...file.ofType("Literal")]
      .filter(
        ({ value }) => typeof value === "string" && /^(#[0-9a-f]{3,8}|(rgba?|hsla?|oklch)\(.*)$/i.test(value),
      )
      .map(({ start }) => ({ offset: start })),
};
