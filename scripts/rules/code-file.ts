import { type Comment, type Node, parseSync, visitorKeys } from "oxc-parser";

/** The nodes that may have this type; one shape may serve several types. */
export type NodeOf<Type extends Node["type"]> = Holder<Node, Type>;
type Holder<Some, Type> = Some extends { type: infer Own }
  ? Type & Own extends never
    ? never
    : Some
  : never;

/** One source with its syntax tree. TypeScript 7 has no compiler API; oxc-parser reads the same language. */
export class CodeFile {
  readonly path: string;
  readonly text: string;
  readonly comments: readonly Comment[];
  readonly #byType = new Map<string, Node[]>();
  readonly #parents = new Map<Node, Node>();

  constructor(path: string, text: string) {
    const { program, comments, errors } = parseSync(path, text);
    const [error] = errors;
    if (error) throw new Error(`${path} cannot be parsed: ${error.message}`);
    this.path = path;
    this.text = text;
    this.comments = comments;
    this.#index(program);
  }

  ofType<Type extends Node["type"]>(...types: Type[]): NodeOf<Type>[] {
    const isOfType = (node: Node): node is NodeOf<Type> => types.some((type) => type === node.type);
    return types.flatMap((type) => (this.#byType.get(type) ?? []).filter(isOfType));
  }

  parentOf(node: Node): Node | undefined {
    return this.#parents.get(node);
  }

  /** The node, then its ancestors, up to the program. */
  *outwards(node: Node): Generator<Node> {
    for (let at: Node | undefined = node; at; at = this.#parents.get(at)) yield at;
  }

  textOf({ start, end }: { start: number; end: number }): string {
    return this.text.slice(start, end);
  }

  lineAt(offset: number): number {
    let line = 1;
    for (let at = this.text.indexOf("\n"); at !== -1 && at < offset; at = this.text.indexOf("\n", at + 1))
      line += 1;
    return line;
  }

  #index(node: Node) {
    const same = this.#byType.get(node.type);
    if (same) same.push(node);
    else this.#byType.set(node.type, [node]);
    for (const child of childrenOf(node)) {
      this.#parents.set(child, node);
      this.#index(child);
    }
  }
}

export function childrenOf(node: Node): Node[] {
  const children = (visitorKeys[node.type] ?? []).flatMap((key): unknown => Reflect.get(node, key));
  return children.filter(isNode);
}

/** All descendants of a node, starting with the node. */
export function* inside(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* inside(child);
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof Reflect.get(value, "type") === "string";

/** `a.b` and `a["b"]` → `b`. */
export function propertyOf(node: Node): string | null {
  if (node.type !== "MemberExpression") return null;
  if (node.property.type === "Identifier" && !node.computed) return node.property.name;
  return node.property.type === "Literal" ? String(node.property.value) : null;
}

export const isNamed = (node: Node | null | undefined, name: string) =>
  node?.type === "Identifier" && node.name === name;
