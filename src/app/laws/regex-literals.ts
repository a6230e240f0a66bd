import { parseSync } from "vite";
import { z } from "zod";

export type Literal = { source: string; flags: string };
type Node = Readonly<Record<string, unknown>>;

/** Each regular expression of a TypeScript file: literals, and `new RegExp` with the file's constants inserted. */
export function regexLiterals(path: string, text: string): Literal[] {
  const nodes = nodesOf(parseSync(path, text).program);
  const constants = new Map<unknown, Node>(
    nodes.flatMap(({ type, id, init }) =>
      type === "VariableDeclarator" && isNode(id) && isNode(init) ? [[id.name, init] as const] : [],
    ),
  );
  return nodes.flatMap((node): Literal[] => {
    const literal = literalOf(node);
    if (literal) return [literal];
    const { callee, arguments: given } = node;
    if (!isNode(callee) || callee.name !== "RegExp" || !Array.isArray(given)) return [];
    const [source, flags] = given.map((argument: unknown) => textOf(argument, constants));
    return [{ source: source ?? "", flags: flags ?? "" }];
  });
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
const LITERAL = z.object({ regex: z.object({ pattern: z.string(), flags: z.string() }) });

function literalOf(node: Node): Literal | undefined {
  const { data } = LITERAL.safeParse(node);
  return data && { source: data.regex.pattern, flags: data.regex.flags };
}

function nodesOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  return isNode(value) ? [value, ...Object.values(value).flatMap(nodesOf)] : [];
}

/** The text of an expression; a part known only at run time becomes a letter. */
function textOf(node: unknown, constants: ReadonlyMap<unknown, Node>): string {
  if (!isNode(node)) return "";
  const literal = literalOf(node);
  if (literal) return literal.source;
  const inner = (part: unknown) => textOf(part, constants);
  if (node.type === "Literal") return String(node.value);
  if (node.type === "Identifier") return constants.has(node.name) ? inner(constants.get(node.name)) : "x";
  if (node.type === "BinaryExpression") return inner(node.left) + inner(node.right);
  if (node.type === "MemberExpression" && isNode(node.property) && node.property.name === "source")
    return inner(node.object);
  if (node.type === "CallExpression") return joinedOf(node, inner) ?? "x";
  if (node.type !== "TemplateLiteral" || !Array.isArray(node.quasis) || !Array.isArray(node.expressions))
    return "x";
  const between = node.expressions.map(inner);
  return node.quasis.map((part: unknown, n) => cookedOf(part) + (between[n] ?? "")).join("");
}

const cookedOf = (part: unknown): string =>
  isNode(part) && isNode(part.value) ? String(part.value.cooked ?? "") : "";

/** `["a", "b"].join("|")` */
function joinedOf({ callee, arguments: given }: Node, inner: (part: unknown) => string): string | undefined {
  if (!isNode(callee) || !isNode(callee.property) || callee.property.name !== "join") return undefined;
  if (!isNode(callee.object) || !Array.isArray(callee.object.elements) || !Array.isArray(given)) return "x";
  return callee.object.elements.map(inner).join(inner(given[0]));
}
