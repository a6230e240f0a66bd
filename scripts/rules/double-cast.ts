import type { Node } from "oxc-parser";
import { type CodeRule, isCode } from "./rule.ts";

export const doubleCast: CodeRule = {
  name: "double-cast",
  message: "make the types honest, parse the value or narrow it: a cast by way of unknown proves nothing",
  covers: isCode,
  find: (file) =>
    file
      .ofType("TSAsExpression", "TSTypeAssertion")
      .filter(({ expression }) => isCastToAnything(expression))
      .map(({ start }) => ({ offset: start })),
};

function isCastToAnything(node: Node): boolean {
  if (node.type === "ParenthesizedExpression" || node.type === "TSNonNullExpression")
    return isCastToAnything(node.expression);
  if (node.type !== "TSAsExpression" && node.type !== "TSTypeAssertion") return false;
  return ["TSUnknownKeyword", "TSAnyKeyword", "TSNeverKeyword"].includes(node.typeAnnotation.type);
}
