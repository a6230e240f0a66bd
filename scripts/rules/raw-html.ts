import { propertyOf } from "./code-file.ts";
import { type CodeRule, type Exceptions, isCode } from "./rule.ts";

const MEMBERS = [
  "innerHTML",
  "outerHTML",
  "insertAdjacentHTML",
  "setHTMLUnsafe",
  "parseHTMLUnsafe",
  "srcdoc",
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
  covers: (path) => isCode(path) && /^src\//.test(path) && !/\.test\.tsx?$/.test(path),
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
      .filter(({ key }) => key.type === "Identifier" && key.name === "dangerouslySetInnerHTML")
      .map(({ start }) => ({ offset: start })),
  ],
};
