import type { Node } from "oxc-parser";
import { type CodeFile, isNamed, propertyOf } from "./code-file.ts";
import { type CodeRule, type Finding, isServer, type TextRule } from "./rule.ts";

const message =
  "end the order with the id: rows that are equal in the other keys come in any order, and a limit takes any of them";

/**
 * Names that are unique among the rows of one list: ids, numbers that count its rows, column numbers, and what rows are
 * grouped by.
 */
const UNIQUE =
  /^("?\w+(_id|Id)"?|id|uid|relid|tokenHash|sequence|insertionNumber|place|position|number|attnum|n|\d+|day|slot|key|emoji|lexeme|item)$/;
/** What may follow a key. */
const DIRECTION = /\s+(asc|desc|\$\{direction\}|nulls\s+(first|last)|collate\s+"[^"]+")\s*$/i;
/** What follows the keys of an order. */
const AFTER_KEYS =
  /^(limit|offset|for|fetch|rows|range|returning|union|filter|on|loop|into)\b|^[);'`\]]|^\$\w*\$/i;

/** drizzle's `orderBy`, ORDER BY in SQL text, and the keys of `keyset`. */
export const uniqueOrder: CodeRule = {
  name: "unique-order",
  message,
  covers: (path) => isServer(path) && !path.startsWith("src/app/laws/"),
  find: (file) => [
    ...file
      .ofType("CallExpression")
      .filter(({ callee }) => propertyOf(callee) === "orderBy" || isNamed(callee, "keyset"))
      .filter(({ callee, arguments: given }) => {
        const keys = propertyOf(callee) === "orderBy" ? given : elementsOf(given[0]);
        const last = keys.at(-1);
        return last !== undefined && !isUnique(file, last);
      })
      .map(({ callee }) => ({ offset: callee.end })),
    ...file
      .ofType("TaggedTemplateExpression")
      .filter(({ tag }) => /^sql\b/.test(file.textOf(tag)))
      .flatMap(({ quasi }) => ordersIn(file.textOf(quasi), quasi.start)),
  ],
};

export const uniqueOrderInSql: TextRule = {
  name: "unique-order-in-sql",
  message,
  covers: (path) => /^src\/.+\.sql$/.test(path),
  findInText: (text) =>
    ordersIn(
      text.replaceAll(/--.*$/gm, (comment) => " ".repeat(comment.length)),
      0,
    ),
};

const elementsOf = (node: Node | undefined): Node[] =>
  node?.type === "ArrayExpression" ? node.elements.filter((each) => each !== null) : [];

/** `desc(tasks.id)`, `newest(tasks.id)`, `tasks.id` or an expression whose last name is unique. */
function isUnique(file: CodeFile, node: Node): boolean {
  if (node.type === "SpreadElement") return true;
  if (node.type === "TaggedTemplateExpression")
    return isUniqueKey(keysFrom(file.textOf(node.quasi).slice(1)).at(-1) ?? "");
  if (node.type === "MemberExpression") return UNIQUE.test(propertyOf(node) ?? "");
  if (node.type === "Identifier") return UNIQUE.test(node.name);
  if (node.type === "ObjectExpression")
    return node.properties.some((each) => each.type === "Property" && isUnique(file, each.value));
  return node.type === "CallExpression" && node.arguments.some((each) => isUnique(file, each));
}

/** Each ORDER BY whose last key can be equal in two rows. WITHIN GROUP has no ties that anybody sees. */
function ordersIn(text: string, start: number): Finding[] {
  return [...text.matchAll(/(within group \(\s*)?\border\s+by\s/gi)]
    .filter(
      (match) => !match[1] && !isUniqueKey(keysFrom(text.slice(match.index + match[0].length)).at(-1) ?? ""),
    )
    .map(({ index }) => ({ offset: start + index }));
}

/** The comma-separated keys at the start of a text. */
function keysFrom(text: string): string[] {
  const keys = [""];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (depth === 0 && /[\s);'`\]$]/.test(sign) && AFTER_KEYS.test(text.slice(at).trimStart())) break;
    if (sign === "(" || sign === "{") depth++;
    if (sign === ")" || sign === "}") depth--;
    if (sign === "," && depth === 0) keys.push("");
    else keys.push(`${keys.pop()}${sign}`);
  }
  return keys;
}

/** A name of that kind at the end of the key, or the keys of a page. */
function isUniqueKey(key: string): boolean {
  let name = key.trim();
  while (DIRECTION.test(name)) name = name.replace(DIRECTION, "");
  if (/orderBy\b/.test(name)) return true;
  return UNIQUE.test(
    name
      .replace(/^\$\{([^{}]*)\}$/, "$1")
      .split(".")
      .at(-1) ?? "",
  );
}
