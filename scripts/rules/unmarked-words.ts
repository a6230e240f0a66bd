import type { Node } from "oxc-parser";
import type { CodeFile } from "./code-file.ts";
import type { CodeRule, Exceptions } from "./rule.ts";

/** Attributes whose texts people see or hear. */
const SHOWN =
  /^(label|title|alt|placeholder|description|aria-(label|description|roledescription|valuetext))$/;
/** Their text is the same in every language. */
const LITERAL = ["code", "kbd", "samp"];
const WORD = /\p{L}{2}/u;
const SENTENCE = /^\p{Lu}|\s/u;

const exceptions: Exceptions = {
  "src/features/calendar/web/booking/booking-page-form.tsx": { count: 1, reason: "part of an address" },
  "src/features/calendar/web/booking/booking-pages.tsx": { count: 1, reason: "part of an address" },
  "src/features/daily-ops/web/voice/voice-panel.tsx": { count: 3, reason: "commands, which are in English" },
  "src/features/daily-ops/web/weather/weather-panel.tsx": { count: 1, reason: "the name of a service" },
  "src/features/email/web/writing/compose-fields.tsx": { count: 1, reason: "addresses" },
  "src/features/settings/web/api-keys/api-key-row.tsx": { count: 1, reason: "the beginning of every key" },
};

/** The words of pages are in `t`, `term` or `plural` (src/i18n/message.ts), so that they can be translated. */
export const unmarkedWords: CodeRule = {
  name: "unmarked-words",
  message: "mark what people see for translation: t`…` of src/i18n/message.ts",
  covers: (path) => /^src\/(ui|.*\/web)\/.*\.tsx$/.test(path) && !/\.test\.tsx$/.test(path),
  exceptions,
  find: (file) => [
    ...file
      .ofType("JSXText")
      .filter((node) => WORD.test(node.value) && !isLiteral(file, node))
      .map(({ start }) => ({ offset: start })),
    ...file
      .ofType("Literal", "TemplateLiteral")
      .filter((node) => isShown(file, node) && !isLiteral(file, node))
      .map(({ start }) => ({ offset: start })),
  ],
};

/** Its value is the text of an element or of an attribute that people see. */
function isShown(file: CodeFile, node: Node): boolean {
  const text = node.type === "Literal" ? node.value : node.type === "TemplateLiteral" ? quasis(node) : "";
  if (typeof text !== "string" || !WORD.test(text)) return false;
  for (const outer of file.outwards(node)) {
    if (outer === node || PASSED_ON.includes(outer.type)) continue;
    if (outer.type === "JSXAttribute")
      return outer.name.type === "JSXIdentifier" && SHOWN.test(outer.name.name) && SENTENCE.test(text);
    if (outer.type !== "JSXExpressionContainer") return false;
    const parent = file.parentOf(outer);
    if (parent?.type !== "JSXAttribute") return true;
  }
  return false;
}

const PASSED_ON: readonly Node["type"][] = [
  ...(["ConditionalExpression", "LogicalExpression", "ParenthesizedExpression"] as const),
];

const quasis = (node: Node & { type: "TemplateLiteral" }) =>
  node.quasis.map(({ value }) => value.cooked).join(" ");

function isLiteral(file: CodeFile, node: Node): boolean {
  const outer = file.parentOf(node);
  return (
    outer?.type === "JSXElement" &&
    outer.openingElement.name.type === "JSXIdentifier" &&
    LITERAL.includes(outer.openingElement.name.name)
  );
}
