import type { Node } from "oxc-parser";
import type { CodeFile, NodeOf } from "./code-file.ts";
import { COLOUR_WORDS } from "./colour-words.ts";
import { type CodeRule, isTest } from "./rule.ts";
import { LENGTH } from "./style-tokens.ts";

const covers = (path: string) =>
  /^src\/(ui\/|.+\/web\/).+\.tsx?$/.test(path) && !isTest(path) && path !== "src/ui/theme/theme.ts";

const COLOUR = /(^|\s)(#[0-9a-f]{3,8}(?=\s|$)|(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\()/i;
const COLOURED =
  /^(color|background|backgroundColor|(border|outline|caret|fill|stroke|stop|accent|boxShadow).*)$/;

/** Colours in page scripts: canvas drawing has to use the tokens too. */
export const scriptColours: CodeRule = {
  name: "script-colours",
  message: "a colour is a token of src/ui/theme/tokens.css, in scripts too",
  covers,
  find: (file) =>
    [
      ...file.ofType("Literal").filter(({ value }) => typeof value === "string" && COLOUR.test(value)),
      ...file
        .ofType("Literal")
        .filter(({ value }) => typeof value === "string" && COLOUR_WORDS.test(value) && !COLOUR.test(value))
        .filter((node) => COLOURED.test(styleOf(file, node) ?? "")),
      ...file
        .ofType("TemplateLiteral")
        .filter((node) => /#|\b(rgb|hsl|oklch)/.test(node.quasis[0]?.value.raw ?? ""))
        .filter((node) => COLOURED.test(styleOf(file, node) ?? "")),
    ].map(({ start }) => ({ offset: start })),
};

/** z-index, sizes of text and radii in page scripts. */
export const scriptSizes: CodeRule = {
  name: "script-sizes",
  message: "z-index, sizes of text and radii are tokens of src/ui/theme/tokens.css, in scripts too",
  covers,
  find: (file) =>
    file
      .ofType("Literal")
      .filter((node) => /^(zIndex|fontSize|font|border(\w*)Radius)$/.test(styleOf(file, node) ?? ""))
      .filter(({ value }) =>
        typeof value === "number" ? value !== 0 : LENGTH.test(`${value}`) || /^\d+$/.test(`${value}`),
      )
      .map(({ start }) => ({ offset: start })),
};

/** The property of a style object, or the attribute of a picture, that has this value. */
function styleOf(file: CodeFile, node: NodeOf<"Literal" | "TemplateLiteral">): string | null {
  const parent = file.parentOf(node);
  if (parent?.type === "JSXAttribute" && parent.name.type === "JSXIdentifier")
    return /^(fill|stroke|stopColor)$/.test(parent.name.name) ? parent.name.name : null;
  if (parent?.type !== "Property" || !isInStyle(file, parent)) return null;
  return parent.key.type === "Identifier" ? parent.key.name : null;
}

/** `style={{ … }}`, and an object of that type. */
const isInStyle = (file: CodeFile, node: Node): boolean =>
  [...file.outwards(node)].some(
    (each) =>
      (each.type === "JSXAttribute" && file.textOf(each.name) === "style") ||
      (each.type === "VariableDeclarator" && /CSSProperties/.test(file.textOf(each.id))) ||
      (each.type === "TSSatisfiesExpression" && /CSSProperties/.test(file.textOf(each.typeAnnotation))),
  );
