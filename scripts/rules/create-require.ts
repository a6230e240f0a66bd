import { isNamed } from "./code-file.ts";
import { type CodeRule, isCode } from "./rule.ts";

export const noRequire: CodeRule = {
  name: "create-require",
  message: "import it, or find its files with import.meta.resolve: this is a tree of modules",
  covers: isCode,
  find: (file) => [
    ...file
      .ofType("Identifier")
      .filter((node) => isNamed(node, "createRequire") && file.parentOf(node)?.type !== "ImportSpecifier")
      .map(({ start }) => ({ offset: start })),
    ...file
      .ofType("CallExpression")
      .filter(({ callee }) => callee.type === "Identifier" && callee.name === "require")
      .map(({ start }) => ({ offset: start })),
  ],
};
