import type { Node } from "oxc-parser";
import { type CodeFile, inside, type NodeOf, propertyOf } from "./code-file.ts";
import { definitionsOf } from "./project.ts";
import { type CodeRule, isCode } from "./rule.ts";

/**
 * An error is swallowed where its handler neither uses it nor does anything but return a fixed value. Where that is
 * right, a comment beside, above or inside the handler says why.
 */
export const swallowedError: CodeRule = {
  name: "swallowed-error",
  message: "handle the error or let it through; where it may be ignored, a comment beside it says why",
  covers: isCode,
  find: (file) =>
    [
      ...file.ofType("CatchClause").filter(isSwallowing),
      ...file.ofType("CallExpression").filter((call) => isSwallowingCall(file, call)),
    ]
      .filter((node) => !isExplained(file, node))
      .map((node) => ({ offset: placeOf(node) })),
};

const isSwallowing = ({ param, body }: NodeOf<"CatchClause">) =>
  (!param || !mentions(body, param)) && body.body.every(isFixedStatement);

/** `.catch(handler)`, `.then(next, handler)`; a second handler that answers no or gives a text is an answer. */
function isSwallowingCall(file: CodeFile, { callee, arguments: given }: NodeOf<"CallExpression">): boolean {
  const [first, second] = given;
  if (propertyOf(callee) === "catch") return first !== undefined && isSwallowingOne(file, first);
  if (propertyOf(callee) !== "then" || !second) return false;
  return isSwallowingOne(file, second) && !/=>\s*(true|false|"[^"]+"|\d+)$/.test(file.textOf(second));
}

/** The handler, or the name of one in this file that has no comment. */
const isSwallowingOne = (file: CodeFile, handler: Node): boolean =>
  handler.type === "Identifier"
    ? definitionsOf(file)
        .get(handler.name)
        ?.some((each) => isSwallowingHandler(each) && !hasCommentAt(file, file.lineAt(each.start))) === true
    : isSwallowingHandler(handler);

function isSwallowingHandler(handler: Node): boolean {
  if (handler.type === "BlockStatement") return handler.body.every(isFixedStatement);
  if (handler.type !== "ArrowFunctionExpression" && handler.type !== "FunctionExpression") return false;
  const [param] = handler.params;
  if (!handler.body || (param && mentions(handler.body, param))) return false;
  return handler.body.type === "BlockStatement"
    ? handler.body.body.every(isFixedStatement)
    : isFixed(handler.body);
}

const isFixedStatement = (node: Node): boolean =>
  ["EmptyStatement", "BreakStatement", "ContinueStatement"].includes(node.type) ||
  (node.type === "ExpressionStatement" && isFixed(node.expression)) ||
  (node.type === "ReturnStatement" && (!node.argument || isFixed(node.argument)));

/** null, undefined, a literal, an empty list or object: values that hide the failure. */
function isFixed(node: Node): boolean {
  if (node.type === "Literal") return true;
  if (node.type === "Identifier") return node.name === "undefined";
  if (node.type === "UnaryExpression")
    return node.operator === "void" ? isName(node.argument) : isFixed(node.argument);
  if (node.type === "ParenthesizedExpression") return isFixed(node.expression);
  if (node.type === "ArrayExpression") return node.elements.length === 0;
  return node.type === "ObjectExpression" && node.properties.length === 0;
}

const isName = (node: Node) => isFixed(node) || node.type === "Identifier";

/** `void error` uses nothing. */
function mentions(body: Node, param: Node): boolean {
  const names = new Set(
    [...inside(param)].flatMap((node) => (node.type === "Identifier" ? [node.name] : [])),
  );
  const isParam = (node: Node) => node.type === "Identifier" && names.has(node.name);
  const unused = [...inside(body)].filter(
    (node) => node.type === "UnaryExpression" && node.operator === "void",
  );
  const uses = [...inside(body)].filter(isParam).length;
  return uses > unused.filter((node) => node.type === "UnaryExpression" && isParam(node.argument)).length;
}

/** A comment inside the handler, on its line, or on the line above it or its statement. */
function isExplained(file: CodeFile, node: NodeOf<"CatchClause" | "CallExpression">): boolean {
  const [first, last] = [file.lineAt(placeOf(node)), file.lineAt(node.end)];
  const statement = [...file.outwards(node)].find(({ type }) =>
    /Statement$|Declaration$|^PropertyDefinition$/.test(type),
  );
  const above = statement ? file.lineAt(statement.start) - 1 : first - 1;
  return hasCommentAt(file, first, last, above);
}

/** A comment on one of these lines, the line above them, or the line above their statement. */
function hasCommentAt(file: CodeFile, first: number, last = first, above = first - 1): boolean {
  return file.comments
    .filter(({ value }) => !/biome-ignore|@ts-/.test(value) && value.trim().length >= 8)
    .map(({ start, end }) => [file.lineAt(start), file.lineAt(end)] as const)
    .some(([from, to]) => (from >= first - 1 && from <= last) || to === above);
}

const placeOf = (node: NodeOf<"CatchClause" | "CallExpression">) =>
  node.type === "CallExpression" && node.callee.type === "MemberExpression"
    ? node.callee.property.start
    : node.start;
