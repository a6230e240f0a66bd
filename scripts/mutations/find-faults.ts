import { createHash } from "node:crypto";
import type { Node } from "oxc-parser";
import { CodeFile, type NodeOf, propertyOf } from "../rules/code-file.ts";

/** One fault that can be planted: the text between `start` and `end` is replaced while the fault is active. */
export type Fault = {
  path: string;
  line: number;
  kind: string;
  start: number;
  end: number;
  /** The replacement while the fault is active. */
  text: string;
};

export const WHERE = "removed where condition";

/** Names a fault by the surrounding text, so that a change elsewhere in the file does not rename it. */
export function nameOf(fault: Fault, source: string): string {
  const words = source.slice(Math.max(0, fault.start - 80), fault.end + 40);
  const identity = `${fault.path}\n${fault.kind}\n${fault.text}\n${words}`;
  return createHash("sha256").update(identity).digest("hex").slice(0, 12);
}

/** Every fault of a file, in text order. Only code inside functions can be switched while tests run. */
export function findFaults(path: string, source: string): Fault[] {
  const file = new CodeFile(path, source);
  const at = (node: Node, kind: string, text: string): Fault[] =>
    isWithinFunction(file, node)
      ? [{ path, line: file.lineAt(node.start), kind, start: node.start, end: node.end, text }]
      : [];
  const found = [
    ...guards(file, at),
    ...operators(file, at),
    ...removedCalls(file, at),
    ...conditions(file, at),
    ...returned(file, at),
    ...limits(file, at),
  ];
  return found.sort((one, other) => one.start - other.start || other.end - one.end);
}

type At = (node: Node, kind: string, text: string) => Fault[];

/** `if (...) throw` and `if (...) return`: never true. Every other condition: the opposite. */
function guards(file: CodeFile, at: At): Fault[] {
  return [
    ...file.ofType("IfStatement").flatMap(({ test, consequent, alternate }) => {
      const only = consequent.type === "BlockStatement" ? consequent.body.at(-1) : consequent;
      const leaves = only?.type === "ThrowStatement" || only?.type === "ReturnStatement";
      return [
        ...(leaves && !alternate ? at(test, "removed guard", "false") : []),
        ...at(test, "negated condition", `!(${file.textOf(test)})`),
      ];
    }),
    ...file
      .ofType("ConditionalExpression")
      .flatMap(({ test }) => at(test, "negated condition", `!(${file.textOf(test)})`)),
  ];
}

const SWAPPED: Readonly<Record<string, string>> = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "&&": "||",
  "||": "&&",
};

function operators(file: CodeFile, at: At): Fault[] {
  return [...file.ofType("BinaryExpression"), ...file.ofType("LogicalExpression")].flatMap((node) => {
    const other = SWAPPED[node.operator];
    if (!other) return [];
    return at(
      node,
      `${node.operator} for ${other}`,
      `(${file.textOf(node.left)}) ${other} (${file.textOf(node.right)})`,
    );
  });
}

/** An awaited call without a used result is made for its effect; `.for("update")` locks. */
function removedCalls(file: CodeFile, at: At): Fault[] {
  return [
    ...file
      .ofType("ExpressionStatement")
      .flatMap(({ expression }) =>
        expression.type === "AwaitExpression" ? at(expression, "removed call", "undefined") : [],
      ),
    ...file.ofType("CallExpression").flatMap((call) => {
      const { callee } = call;
      if (callee.type !== "MemberExpression" || isInChain(file, call)) return [];
      const name = propertyOf(callee);
      if (name !== "for" && name !== "filter") return [];
      return at(call, name === "for" ? "removed lock" : "removed filter", file.textOf(callee.object));
    }),
  ];
}

const isInChain = (file: CodeFile, node: Node) => {
  for (const around of file.outwards(node)) {
    if (around.type === "ChainExpression") return true;
    if (/Statement$/.test(around.type)) return false;
  }
  return false;
};

/** Removes each condition of a query in turn. */
function conditions(file: CodeFile, at: At): Fault[] {
  return file.ofType("CallExpression").flatMap((call) => {
    const isAnd = call.callee.type === "Identifier" && call.callee.name === "and";
    const isWhere = call.callee.type === "MemberExpression" && propertyOf(call.callee) === "where";
    if (!isAnd && !isWhere) return [];
    return call.arguments.flatMap((argument) => {
      const isList = argument.type === "CallExpression" && file.textOf(argument.callee) === "and";
      return argument.type === "SpreadElement" || isList ? [] : at(argument, WHERE, "undefined");
    });
  });
}

/** A function that returns a boolean always returns the same one. */
function returned(file: CodeFile, at: At): Fault[] {
  const answers = [
    ...file.ofType("ReturnStatement").flatMap(({ argument }) => (argument ? [argument] : [])),
    ...file
      .ofType("ArrowFunctionExpression")
      .flatMap(({ body }) => (body && body.type !== "BlockStatement" ? [body as Node] : [])),
  ];
  return answers
    .filter(isBoolean)
    .flatMap((answer) => ["true", "false"].flatMap((always) => at(answer, `always ${always}`, always)));
}

const isBoolean = (node: Node) =>
  (node.type === "BinaryExpression" && node.operator in SWAPPED) ||
  (node.type === "UnaryExpression" && node.operator === "!");

/** Replaces each use of a numeric constant in capitals by another number. */
function limits(file: CodeFile, at: At): Fault[] {
  const names = file.ofType("VariableDeclarator").flatMap(({ id, init }) => {
    const isNumber = init && /^[\d_ *().]+$/.test(file.textOf(init));
    return isNumber && id.type === "Identifier" && /^[A-Z][A-Z\d_]+$/.test(id.name) ? [id.name] : [];
  });
  return file
    .ofType("Identifier")
    .filter((node) => names.includes((node as NodeOf<"Identifier"> & { name: string }).name))
    .filter((node) => !isDeclaration(file, node))
    .flatMap((node) => at(node, "changed limit", `(${file.textOf(node)} * 2 + 1)`));
}

function isDeclaration(file: CodeFile, node: Node): boolean {
  const around = file.parentOf(node);
  return (
    around?.type === "VariableDeclarator" || around?.type === "Property" || /^TS/.test(around?.type ?? "")
  );
}

function isWithinFunction(file: CodeFile, node: Node): boolean {
  for (const around of file.outwards(node))
    if (/^(ArrowFunctionExpression|FunctionDeclaration|FunctionExpression)$/.test(around.type)) return true;
  return false;
}
