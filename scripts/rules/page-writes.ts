import type { Node } from "oxc-parser";
import { isNamed, propertyOf } from "./code-file.ts";
import { type CodeRule, isCode } from "./rule.ts";

const NAMES = ["useMutation", "MutationObserver"];

/** A write of its own would have toasts of its own, or none. */
export const pageWrites: CodeRule = {
  name: "page-writes",
  message:
    "write through RecordWrites, useWrite or useRequest (src/platform/client), which show one toast and Undo",
  covers: (path) => isCode(path) && path.startsWith("src/") && path !== "src/platform/client/use-write.ts",
  find: (file) =>
    [
      ...file
        .ofType("ImportSpecifier")
        .filter((node) => isOfQuery(file.parentOf(node)) && isForbidden(node.imported)),
      ...file
        .ofType("ExportSpecifier")
        .filter((node) => isOfQuery(file.parentOf(node)) && isForbidden(node.local)),
      ...file.ofType("MemberExpression").filter((node) => NAMES.includes(propertyOf(node) ?? "")),
    ].map(({ start }) => ({ offset: start })),
};

const isForbidden = (node: Node) => NAMES.some((name) => isNamed(node, name));

const isOfQuery = (node: Node | null | undefined): boolean =>
  (node?.type === "ImportDeclaration" || node?.type === "ExportNamedDeclaration") &&
  node.source?.value === "@tanstack/react-query";
