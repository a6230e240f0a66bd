import type { Node } from "oxc-parser";
import { type CodeFile, isNamed, propertyOf } from "./code-file.ts";
import { definitionsOf } from "./project.ts";
import { type CodeRule, type Exceptions, isCode, isTest } from "./rule.ts";

const STATEMENT =
  /^\s*(select|insert into|update|delete from|with|alter|create|drop|grant|set|truncate|copy)\s/i;

const QUERIES = ["query", "execute", "unsafe"];

const exceptions: Exceptions = {
  "src/platform/database/field-columns.ts": {
    count: 1,
    reason:
      "the expression of a generated column, out of the names of a noun's fields; it takes no parameters",
  },
  "src/app/laws/duplicate-all-users.ts": {
    count: 4,
    reason: "a law copies every table that the catalogue names",
  },
  "src/app/laws/fill-states.ts": { count: 5, reason: "laws fill every state that the catalogue names" },
  "src/app/laws/fill-tables.ts": { count: 3, reason: "tests fill every table that the catalogue names" },
  "src/app/laws/ids-of.ts": {
    count: 1,
    reason: "a law reads the ids of every table that the catalogue names",
  },
};

export const builtSql: CodeRule = {
  name: "built-sql",
  message:
    "write SQL with the sql`` template: values are parameters, names are tables and columns of drizzle",
  covers: (path) => isCode(path) && !isTest(path),
  exceptions,
  find: (file) => [
    ...file
      .ofType("MemberExpression")
      .filter((node) => propertyOf(node) === "raw" && isNamed(node.object, "sql"))
      .map(({ start }) => ({ offset: start, detail: "sql.raw" })),
    ...file
      .ofType("CallExpression")
      .filter(
        ({ callee, arguments: [first] }) =>
          QUERIES.includes(propertyOf(callee) ?? "") && first !== undefined && isBuilt(first),
      )
      .map(({ start }) => ({ offset: start, detail: "a statement put together from strings" })),
    ...file
      .ofType("TemplateLiteral")
      .filter((node) => file.parentOf(node)?.type !== "TaggedTemplateExpression")
      .filter(
        ({ expressions, quasis }) => expressions.length > 0 && STATEMENT.test(quasis[0]?.value.raw ?? ""),
      )
      .filter((node) => !isGivenToQuery(file, node) && looksLikeSql(file.textOf(node)))
      .map(({ start }) => ({ offset: start, detail: "a statement put together from strings" })),
    ...file
      .ofType("BinaryExpression")
      .filter((node) => node.operator === "+" && isStatement(node.left) && !isGivenToQuery(file, node))
      .map(({ start }) => ({ offset: start, detail: "a statement put together from strings" })),
    ...file
      .ofType("MemberExpression")
      .filter((node) => ["concat", "join"].includes(propertyOf(node) ?? ""))
      .filter(({ object }) => isStatement(object.type === "ArrayExpression" ? object.elements[0] : object))
      .map(({ start }) => ({ offset: start, detail: "a statement put together from strings" })),
    ...file
      .ofType("AssignmentExpression")
      .filter(({ operator, left }) => operator === "+=" && left.type === "Identifier")
      .filter(({ left }) => definitionsOf(file).get(file.textOf(left))?.some(isStatement))
      .map(({ start }) => ({ offset: start, detail: "a statement put together from strings" })),
    ...file
      .ofType("VariableDeclarator")
      .filter(({ id, init }) => isNamed(init, "sql") && /\braw\b/.test(file.textOf(id)))
      .map(({ start }) => ({ offset: start, detail: "sql.raw" })),
  ],
};

/** The other check reports it there. */
function isGivenToQuery(file: CodeFile, node: Node): boolean {
  const call = file.parentOf(node);
  return call?.type === "CallExpression" && QUERIES.includes(propertyOf(call.callee) ?? "");
}

/** A text that begins a statement: "select ", and "select" as the first of several parts. */
const isStatement = (node: Node | null | undefined): boolean =>
  node?.type === "Literal" && typeof node.value === "string" && STATEMENT.test(`${node.value} `);

const isBuilt = (node: Node): boolean =>
  (node.type === "TemplateLiteral" && node.expressions.length > 0) ||
  (node.type === "BinaryExpression" && node.operator === "+");

const looksLikeSql = (text: string) =>
  /\b(from|into|where|values|set|table|role|database|policy|schema)\b/i.test(text.slice(8));
