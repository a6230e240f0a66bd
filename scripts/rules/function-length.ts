import type { Node } from "oxc-parser";
import type { CodeFile, NodeOf } from "./code-file.ts";
import { type CodeRule, isCode } from "./rule.ts";

const MAX_LINES = 60;

type FunctionNode = NodeOf<"FunctionDeclaration" | "FunctionExpression" | "ArrowFunctionExpression">;

export const functionLength: CodeRule = {
  name: "function-length",
  message: `a function has at most ${MAX_LINES} lines: name its parts`,
  covers: isCode,
  find: (file) =>
    file
      .ofType("FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression")
      .filter((node) => !isSuite(file, node))
      .map((node) => ({ node, lines: file.textOf(node).split("\n").length }))
      .filter(({ lines }) => lines > MAX_LINES)
      .map(({ node, lines }) => ({ offset: node.start, detail: `${lines} lines` })),
};

/**
 * A `describe` callback contains tests as a file contains functions: only its other statements count as function lines.
 */
function isSuite(file: CodeFile, node: FunctionNode): boolean {
  const call = file.parentOf(node);
  if (call?.type !== "CallExpression" || !/^(test\.)?describe\b/.test(file.textOf(call.callee))) return false;
  return node.body?.type === "BlockStatement" && node.body.body.every((each) => isPartOfSuite(file, each));
}

const PART = /^(test|it|describe|beforeEach|beforeAll|afterEach|afterAll)\b/;

/** A test, a hook, a nested suite, or a shared constant or function, whose lines count separately. */
function isPartOfSuite(file: CodeFile, statement: Node): boolean {
  if (statement.type === "ExpressionStatement")
    return statement.expression.type === "CallExpression" && PART.test(file.textOf(statement.expression));
  return ["VariableDeclaration", "FunctionDeclaration"].includes(statement.type);
}
