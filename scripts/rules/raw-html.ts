import type { Node } from "oxc-parser";
import { propertyOf } from "./code-file.ts";
import { type CodeRule, type Exceptions, isCode } from "./rule.ts";

const MEMBERS = [
  "innerHTML",
  "outerHTML",
  "insertAdjacentHTML",
  "setHTMLUnsafe",
  "parseHTMLUnsafe",
  "srcdoc",
  "createContextualFragment",
  "dangerouslySetInnerHTML",
];

const exceptions: Exceptions = {
  "src/features/email/web/reading/prepare-mail.ts": {
    count: 1,
    reason: "reads what DOMPurify has sanitized",
  },
  "src/features/email/web/reading/write-frame.ts": {
    count: 1,
    reason: "a prepared mail, in a frame without scripts and origin",
  },
};

export const rawHtml: CodeRule = {
  name: "raw-html",
  message: "show HTML only through src/features/email/web/reading/prepare-mail.ts, which sanitizes it",
  covers: (path) => isCode(path) && /^(src|scripts\/help-site)\//.test(path) && !/\.test\.tsx?$/.test(path),
  exceptions,
  find: (file) => [
    ...file
      .ofType("MemberExpression")
      .filter(
        (node) =>
          MEMBERS.includes(propertyOf(node) ?? "") || /^document\.write(ln)?$/.test(file.textOf(node)),
      )
      .map(({ start }) => ({ offset: start })),
    ...file
      .ofType("JSXAttribute")
      .filter(
        ({ name }) => name.type === "JSXIdentifier" && /^(dangerouslySetInnerHTML|srcDoc)$/.test(name.name),
      )
      .map(({ start }) => ({ offset: start })),
    ...file
      .ofType("Property")
      .filter(({ key }) => MEMBERS.includes(nameOf(key)))
      .map(({ start }) => ({ offset: start })),
    ...file
      .ofType("CallExpression")
      .filter(({ callee }) => propertyOf(callee) === "setAttribute")
      .filter(({ arguments: [name] }) => name !== undefined && nameOf(name) === "srcdoc")
      .map(({ start }) => ({ offset: start })),
  ],
};

/** `a` and `"a"` → `a`. */
const nameOf = (node: Node) =>
  node.type === "Identifier" ? node.name : node.type === "Literal" ? String(node.value) : "";
