import { posix } from "node:path";
import type { Node } from "oxc-parser";
import type { CodeFile } from "./code-file.ts";

type Definition = { file: CodeFile; node: Node };

/** All sources together: finds the definition of a name in its file or in the file it is imported from. */
export class Project {
  readonly files: ReadonlyMap<string, CodeFile>;

  constructor(files: Iterable<CodeFile>) {
    this.files = new Map([...files].map((file) => [file.path, file]));
  }

  /** The name of an import in its source file: `tasks` of `import { tasks as table }`. */
  importedName(file: CodeFile, name: string): string {
    return importsOf(file).get(name)?.name ?? name;
  }

  definitions(file: CodeFile, name: string): Definition[] {
    const own = definitionsOf(file).get(name);
    if (own) return own.map((node) => ({ file, node }));
    const imported = importsOf(file).get(name);
    const target = imported && this.files.get(pathOf(file.path, imported.from));
    const nodes = target && definitionsOf(target).get(imported.name);
    return target && nodes ? nodes.map((node) => ({ file: target, node })) : [];
  }
}

const defined = new WeakMap<CodeFile, Map<string, Node[]>>();

/** Functions and constants of a file by name; scopes are ignored. */
export function definitionsOf(file: CodeFile): Map<string, Node[]> {
  const known = defined.get(file);
  if (known) return known;
  const found = new Map<string, Node[]>();
  const add = (name: string, node: Node) => found.set(name, [...(found.get(name) ?? []), node]);
  for (const node of file.ofType("FunctionDeclaration"))
    if (node.id && node.body) add(node.id.name, node.body);
  for (const { id, init } of file.ofType("VariableDeclarator")) {
    if (!init) continue;
    for (const name of id.type === "Identifier" ? [id.name] : []) add(name, init);
  }
  defined.set(file, found);
  return found;
}

function importsOf(file: CodeFile): Map<string, { name: string; from: string }> {
  const imports = new Map<string, { name: string; from: string }>();
  for (const { specifiers, source } of file.ofType("ImportDeclaration"))
    for (const each of specifiers)
      if (each.type === "ImportSpecifier")
        imports.set(each.local.name, { name: file.textOf(each.imported), from: source.value });
  return imports;
}

const pathOf = (path: string, specifier: string) =>
  specifier.startsWith("#")
    ? `src/${specifier.slice(1)}`
    : posix.normalize(posix.join(posix.dirname(path), specifier));
