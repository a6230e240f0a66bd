import type { CodeFile, NodeOf } from "./code-file.ts";
import { type CodeRule, isCode } from "./rule.ts";

const MOST_LINES = 60;

type FunctionNode = NodeOf<"FunctionDeclaration" | "FunctionExpression" | "ArrowFunctionExpression">;

export const functionLength: CodeRule = {
  name: "function-length",
  message: `a function has at most ${MOST_LINES} lines: name its parts`,
  covers: isCode,
  find: (file) =>
    file
      .ofType("FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression")
      .filter((node) => !isSuite(file, node))
      .map((node) => ({ node, lines: file.textOf(node).split("\n").length }))
      .filter(({ lines }) => lines > MOST_LINES)
      .map(({ node, lines }) => ({ offset: node.start, detail: `${lines} lines` })),
};

/** The callback of `describe` holds tests as a file holds functions. */
function isSuite(file: CodeFile, node: FunctionNode): boolean {
  const call = file.parentOf(node);
  return call?.type === "CallExpression" && /^(test\.)?describe\b/.test(file.textOf(call.callee));
}
