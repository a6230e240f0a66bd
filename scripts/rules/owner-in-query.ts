import type { Node } from "oxc-parser";
import { type CodeFile, inside, isNamed, type NodeOf, propertyOf } from "./code-file.ts";
import { OWNER_EXCEPTIONS } from "./owner-exceptions.ts";
import { definitionsOf, type Project } from "./project.ts";
import { type CodeRule, isServer } from "./rule.ts";

/** The column of a row's owner; queries must compare one to select rows. */
const OWNER = /^(userId|ownerId|user_id|owner_id)$/;
const OWNER_IN_SQL =
  /\b(user_id|owner_id)\s*(=|in\b|is not distinct)|(=|\bin)\s*\(?\s*("?\w+"?\.)*(user_id|owner_id)\b/i;
const READS = ["from", "update", "delete", "$count"];
const JOINS = ["innerJoin", "leftJoin", "rightJoin", "fullJoin"];
const CONDITIONS = ["where", ...JOINS];
/** Definitions of a name that stands for a table. */
const ALIASES = ["CallExpression", "ConditionalExpression"];
/** Calls that compare nothing, or the opposite. */
const NOT_A_CONDITION = ["not", "ne", "isNull", "isNotNull", "notInArray"];
/** A text that is a statement of its own, without the `sql` template. */
const STATEMENT = /^.\s*(select|update|delete\s+from|with)\s[^`"']*\b(from|set)\b/i;
/** A condition may be defined in a function that calls another function. */
const MAX_STEPS = 4;

/**
 * Every `from`, `update`, `delete` and `$count` of drizzle on a table with an owner, and every `sql` template that
 * reads such a table by name: the conditions, or their definitions in this file or the imported one, must name the
 * owner.
 */
export const ownerInQuery = (project: Project): CodeRule => {
  const owned = ownedTables(project);
  return {
    name: "owner-in-query",
    message: "a query on what belongs to people names its owner, beside row-level security",
    covers: (path) => isServer(path) && !/(^|\/)factory\.ts$|(^|[/-])tables\.ts$/.test(path),
    exceptions: OWNER_EXCEPTIONS,
    find: (file) => [
      ...file
        .ofType("CallExpression")
        .filter((call) => readsOwned(project, file, call, owned))
        .filter((call) => !conditionsOf(file, call).some((each) => namesOwner(project, file, each)))
        .map(({ callee, arguments: [table] }) => ({
          offset: callee.end,
          detail: table ? `${propertyOf(callee)}(${file.textOf(table)})` : "",
        })),
      ...file
        .ofType("TaggedTemplateExpression")
        .filter(({ tag }) => isSqlTag(tag))
        .filter((node) => !file.parentOf(node) || !isInsideSql(file, node))
        .flatMap((node) => {
          const table = tableInSql(file.textOf(node.quasi), owned);
          return table && !namesOwner(project, file, node)
            ? [{ offset: node.start, detail: `sql that reads ${table}` }]
            : [];
        }),
      ...file.ofType("Literal", "TemplateLiteral").flatMap((node) => {
        if (file.parentOf(node)?.type === "TaggedTemplateExpression") return [];
        const text = file.textOf(node);
        const table = STATEMENT.test(text) ? tableInSql(text, owned) : null;
        return table && !OWNER_IN_SQL.test(text)
          ? [{ offset: node.start, detail: `sql that reads ${table}` }]
          : [];
      }),
    ],
  };
};

type Owned = { names: ReadonlySet<string>; inSql: ReadonlySet<string> };

/** The tables with an owner column, parsed from the code, by their names in TypeScript and in SQL. */
function ownedTables({ files }: Project): Owned {
  const tables = [...files.values()].flatMap((file) =>
    file
      .ofType("VariableDeclarator")
      .filter(({ init }) => init?.type === "CallExpression" && isNamed(init.callee, "pgTable"))
      .filter(({ init }) => init && hasOwnerColumn(file, init))
      .map(({ id, init }) => ({
        name: file.textOf(id),
        inSql:
          init?.type === "CallExpression" && init.arguments[0]
            ? file.textOf(init.arguments[0]).slice(1, -1)
            : "",
      })),
  );
  return { names: new Set(tables.map(({ name }) => name)), inSql: new Set(tables.map(({ inSql }) => inSql)) };
}

/** Its own column, or one from a function of columns that it calls. */
function hasOwnerColumn(file: CodeFile, table: Node): boolean {
  const [, columns] = table.type === "CallExpression" ? table.arguments : [];
  return columns !== undefined && makesOwnerColumn(file, columns);
}

const makesOwnerColumn = (file: CodeFile, columns: Node, steps = MAX_STEPS): boolean =>
  [...inside(columns)].some((node) => {
    if (node.type === "Property") return node.key.type === "Identifier" && OWNER.test(node.key.name);
    if (node.type !== "CallExpression" || node.callee.type !== "Identifier" || steps === 0) return false;
    const called = definitionsOf(file).get(node.callee.name) ?? [];
    return called.some((each) => makesOwnerColumn(file, each, steps - 1));
  });

function readsOwned(
  project: Project,
  file: CodeFile,
  { callee, arguments: [table] }: NodeOf<"CallExpression">,
  owned: Owned,
): boolean {
  const verb = propertyOf(callee);
  if (verb === null || !table) return false;
  if (READS.includes(verb)) return isOwned(project, file, table, owned);
  // A joined table needs its owner only if the table before it has none: their keys belong to one person.
  const first = JOINS.includes(verb) ? tableBefore(callee) : null;
  return first !== null && !isOwned(project, file, first, owned) && isOwned(project, file, table, owned);
}

/** The table, its alias, a member of an imported module, or one of two tables. */
function isOwned(project: Project, file: CodeFile, table: Node, owned: Owned): boolean {
  if (table.type === "ConditionalExpression")
    return [table.consequent, table.alternate].some((each) => isOwned(project, file, each, owned));
  if (table.type === "MemberExpression") return owned.names.has(propertyOf(table) ?? "");
  if (table.type === "CallExpression")
    return (
      isNamed(table.callee, "alias") &&
      table.arguments.slice(0, 1).some((each) => isOwned(project, file, each, owned))
    );
  if (table.type !== "Identifier") return false;
  if (owned.names.has(project.importedName(file, table.name))) return true;
  const aliases = definitionsOf(file).get(table.name) ?? [];
  return aliases.some((each) => ALIASES.includes(each.type) && isOwned(project, file, each, owned));
}

/** The table of `from` in the chain before a join; null for a join of `update`. */
function tableBefore(node: Node): Node | null {
  if (node.type === "MemberExpression") return tableBefore(node.object);
  if (node.type !== "CallExpression") return null;
  if (propertyOf(node.callee) === "from") return node.arguments[0] ?? null;
  return tableBefore(node.callee);
}

/** The conditions in the chain of calls around this one. */
function conditionsOf(file: CodeFile, call: NodeOf<"CallExpression">): Node[] {
  const conditions: Node[] = propertyOf(call.callee) === "$count" ? call.arguments.slice(1) : [];
  for (const node of file.outwards(call)) {
    if (node.type !== "CallExpression" && node.type !== "MemberExpression") break;
    const isCondition = node.type === "CallExpression" && CONDITIONS.includes(propertyOf(node.callee) ?? "");
    if (isCondition) conditions.push(...node.arguments);
  }
  return conditions;
}

/** Whether a condition compares the owner. Names are resolved to their definitions; compared values are not. */
function namesOwner(project: Project, file: CodeFile, node: Node, steps = MAX_STEPS): boolean {
  const isOwner = (each: Node | null) => each !== null && namesOwner(project, file, each, steps);
  switch (node.type) {
    case "CallExpression":
      return callNamesOwner(project, file, node, steps);
    case "TaggedTemplateExpression":
      return templateNamesOwner(node) || node.quasi.expressions.some(isOwner);
    case "Identifier":
      return steps > 0 && definitionNamesOwner(project, file, node.name, steps - 1);
    case "ArrayExpression":
      return node.elements.some(isOwner);
    case "SpreadElement":
    case "AwaitExpression":
      return isOwner(node.argument);
    case "ParenthesizedExpression":
    case "TSAsExpression":
      return isOwner(node.expression);
    case "ConditionalExpression":
      return isOwner(node.consequent) && isOwner(node.alternate);
    default:
      return false;
  }
}

function callNamesOwner(
  project: Project,
  file: CodeFile,
  call: NodeOf<"CallExpression">,
  steps: number,
): boolean {
  const { callee, arguments: given } = call;
  const isOwner = (each: Node) => namesOwner(project, file, each, steps);
  if (callee.type !== "Identifier") return given.some(isOwner) || [...inside(callee)].some(comparesOwner);
  if (["eq", "inArray", "arrayContains"].includes(callee.name)) return comparesOwner(call);
  if (callee.name === "or") return given.every(isOwner);
  if (NOT_A_CONDITION.includes(callee.name)) return false;
  if (["and", "exists"].includes(callee.name)) return given.some(isOwner);
  return given.some(isOwner) || (steps > 0 && definitionNamesOwner(project, file, callee.name, steps - 1));
}

/** `eq(tasks.userId, ...)`. */
const comparesOwner = (node: Node): boolean =>
  node.type === "CallExpression" &&
  node.callee.type === "Identifier" &&
  ["eq", "inArray"].includes(node.callee.name) &&
  node.arguments.slice(0, 1).some((each) => OWNER.test(propertyOf(each) ?? ""));

const templateNamesOwner = ({ quasi }: NodeOf<"TaggedTemplateExpression">): boolean =>
  quasi.quasis.some(({ value }) => OWNER_IN_SQL.test(value.raw)) ||
  quasi.expressions.some((each) => OWNER.test(propertyOf(each) ?? ""));

function definitionNamesOwner(project: Project, file: CodeFile, name: string, steps: number): boolean {
  return project
    .definitions(file, name)
    .flatMap((found) => resultsOf(found.node).map((node) => ({ file: found.file, node })))
    .some((found) => namesOwner(project, found.file, found.node, steps));
}

/** The value of a constant, or the results of a function. */
function resultsOf(node: Node): Node[] {
  if (node.type === "ArrowFunctionExpression" && node.body.type !== "BlockStatement") return [node.body];
  if (node.type !== "ArrowFunctionExpression" && node.type !== "BlockStatement") return [node];
  return [...inside(node)].flatMap((each) =>
    each.type === "ReturnStatement" && each.argument ? [each.argument] : [],
  );
}

const isSqlTag = (tag: Node): boolean =>
  isNamed(tag, "sql") || (tag.type === "TSInstantiationExpression" && isSqlTag(tag.expression));

function isInsideSql(file: CodeFile, node: Node): boolean {
  return [...file.outwards(node)]
    .slice(1)
    .some((each) => each.type === "TaggedTemplateExpression" && isSqlTag(each.tag));
}

const READ_IN_SQL = /\b(?:from|join|update|using)\s+(?=([^()]*))/gi;
/** What ends a list of tables. */
const END_OF_TABLES =
  /\b(?:where|join|left|right|full|inner|cross|natural|on|set|order|group|having|limit|offset|for|returning|union|except|intersect|select)\b|[;`]/i;
const TABLE_IN_SQL = /^(?:only\s+)?(?:lateral\s+)?(?:public\.)?(?:\$\{(\w+)\}|([a-z_]+))/i;

/** A table with an owner that a statement reads, also as a later one of a list: `from users u, tasks t`. */
function tableInSql(text: string, owned: Owned): string | null {
  for (const [, rest = ""] of text.matchAll(READ_IN_SQL)) {
    const [list = ""] = rest.split(END_OF_TABLES);
    for (const item of list.split(",")) {
      const [, name = "", inSql = ""] = TABLE_IN_SQL.exec(item.trim()) ?? [];
      if (owned.names.has(name) || owned.inSql.has(inSql)) return name || inSql;
    }
  }
  return null;
}
