import type { Node } from "oxc-parser";
import { type CodeFile, isNamed } from "./code-file.ts";
import { type CodeRule, isCode } from "./rule.ts";

export const noRequire: CodeRule = {
  name: "create-require",
  message: "import it, or find its files with import.meta.resolve: this is a tree of modules",
  covers: isCode,
  find: (file) => [
    ...file
      .ofType("Identifier")
      .filter((node) => isNamed(node, "createRequire") && !isImportedByThatName(file, node))
      .map(({ start }) => ({ offset: start })),
    ...file
      .ofType("CallExpression")
      .filter(({ callee }) => callee.type === "Identifier" && callee.name === "require")
      .map(({ start }) => ({ offset: start })),
    ...file.ofType("TSExternalModuleReference").map(({ start }) => ({ offset: start })),
  ],
};

/** Its use is the finding; imported by another name, the import is. */
function isImportedByThatName(file: CodeFile, node: Node): boolean {
  const parent = file.parentOf(node);
  return parent?.type === "ImportSpecifier" && isNamed(parent.local, "createRequire");
}
