import { keyOf } from "./keys.ts";

/**
 * What a statement would touch if the tables were distributed by their keys. `instance`: only tables that are
 * everywhere; `one key`: one database answers; `every database`: rows of nobody in particular, so all are asked;
 * `crosses`: rows of two keys, which need not be in one database.
 */
export type Reach = "no table" | "instance" | "one key" | "every database" | "crosses";

type Node = { readonly [name: string]: unknown };
/** Output columns of a query, each with the node of the column that it comes from. */
type Columns = Map<string, string>;
type Source = { id: string; table: string | null; columns: Columns };
type Scope = { sources: Map<string, Source>; queries: Map<string, Columns>; outer: Scope | null };

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The node of every key that is given by a value instead of another row. */
const GIVEN = "given";
const STATEMENTS = ["SelectStmt", "InsertStmt", "UpdateStmt", "DeleteStmt"];

/** Joins the columns that a statement requires to be equal, and remembers its tables. */
export class StatementReader {
  readonly #columnsOf: (table: string) => ReadonlySet<string>;
  readonly #equal = new Map<string, string>();
  readonly #tables: { table: string; id: string }[] = [];
  #count = 0;

  constructor(columnsOf: (table: string) => ReadonlySet<string>) {
    this.#columnsOf = columnsOf;
  }

  get tables(): string[] {
    return [...new Set(this.#tables.map(({ table }) => table))].sort();
  }

  /** The statement as libpg-query parses it. */
  read(parsed: unknown): Reach {
    for (const { stmt } of listOf(nodeOf(parsed).stmts).map(nodeOf)) this.#statement(nodeOf(stmt), null);
    const groups = new Set<string>();
    for (const { table, id } of this.#tables) {
      const { family, column } = keyOf(table);
      if (family !== "instance") groups.add(`${family} ${column ? this.#root(`${id}.${column}`) : id}`);
    }
    if (this.#tables.length === 0) return "no table";
    if (groups.size === 0) return "instance";
    if (groups.size > 1) return "crosses";
    return [...groups].some((group) => group.endsWith(` ${GIVEN}`)) ? "one key" : "every database";
  }

  #root(name: string): string {
    const next = this.#equal.get(name);
    return next === undefined ? name : this.#root(next);
  }

  #join(one: string | null, other: string | null): void {
    if (one === null || other === null) return;
    const [a, b] = [this.#root(one), this.#root(other)];
    if (a !== b) this.#equal.set(a === GIVEN ? b : a, a === GIVEN ? a : b);
  }

  #statement(wrapped: Node, outer: Scope | null): Columns {
    const [[kind, inner] = ["", null]] = Object.entries(wrapped);
    return STATEMENTS.includes(kind) ? this.#query(nodeOf(inner), outer) : new Map();
  }

  #query(node: Node, outer: Scope | null): Columns {
    const scope: Scope = { sources: new Map(), queries: new Map(), outer };
    for (const each of listOf(nodeOf(node.withClause).ctes)) {
      const { ctename, ctequery } = nodeOf(nodeOf(each).CommonTableExpr);
      scope.queries.set(textOf(ctename), new Map());
      scope.queries.set(textOf(ctename), this.#statement(nodeOf(ctequery), scope));
    }
    if (node.larg) {
      const [left, right] = [node.larg, node.rarg].map((side) => this.#query(nodeOf(side), scope));
      for (const [name, column] of right ?? []) this.#join(left?.get(name) ?? null, column);
      return left ?? new Map();
    }
    if (node.relation) this.#source({ RangeVar: node.relation }, scope);
    for (const each of [...listOf(node.fromClause), ...listOf(node.usingClause)])
      this.#source(nodeOf(each), scope);
    for (const [name, part] of Object.entries(node))
      if (!["withClause", "relation", "fromClause", "usingClause", "selectStmt"].includes(name))
        this.#walk(part, scope);
    if (node.selectStmt) this.#insert(node, scope);
    return this.#outputs(listOf(node.targetList ?? node.returningList), scope);
  }

  #outputs(targets: readonly unknown[], scope: Scope): Columns {
    const columns: Columns = new Map();
    for (const each of targets) {
      const { name, val } = nodeOf(nodeOf(each).ResTarget);
      const fields = fieldsOf(val);
      const column = fields ? this.#column(fields, scope) : null;
      if (fields?.at(-1) === "*")
        for (const source of scope.sources.values())
          for (const [inner, id] of this.#columnsIn(source)) columns.set(inner, id);
      else if (column) columns.set(textOf(name) || (fields?.at(-1) ?? ""), column);
    }
    return columns;
  }

  #columnsIn({ id, table, columns }: Source): Columns {
    return table ? new Map([...this.#columnsOf(table)].map((name) => [name, `${id}.${name}`])) : columns;
  }

  #source(part: Node, scope: Scope): void {
    const { RangeVar, JoinExpr, RangeSubselect, RangeFunction } = part;
    this.#count += 1;
    const aliasOf = (node: Node) => textOf(nodeOf(node.alias).aliasname);
    if (isNode(RangeVar)) {
      const name = textOf(RangeVar.relname);
      const query = queryOf(scope, name);
      const isTable = !query && this.#columnsOf(name).size > 0;
      const alias = aliasOf(RangeVar) || name;
      const id = `${alias} ${this.#count}`;
      scope.sources.set(alias, { id, table: isTable ? name : null, columns: query ?? new Map() });
      if (isTable) this.#tables.push({ table: name, id });
    } else if (isNode(JoinExpr)) {
      this.#source(nodeOf(JoinExpr.larg), scope);
      this.#source(nodeOf(JoinExpr.rarg), scope);
      for (const { String: name } of listOf(JoinExpr.usingClause).map(nodeOf))
        this.#using(textOf(nodeOf(name).sval), scope);
      this.#walk(JoinExpr.quals, scope);
    } else if (isNode(RangeSubselect)) {
      const columns = this.#statement(nodeOf(RangeSubselect.subquery), scope);
      scope.sources.set(aliasOf(RangeSubselect), { id: `${this.#count}`, table: null, columns });
    } else if (isNode(RangeFunction)) {
      scope.sources.set(aliasOf(RangeFunction), { id: `${this.#count}`, table: null, columns: new Map() });
      this.#walk(RangeFunction.functions, scope);
    }
  }

  #using(name: string, scope: Scope): void {
    const columns = [...scope.sources.values()].flatMap((source) => this.#columnsIn(source).get(name) ?? []);
    for (const column of columns.slice(1)) this.#join(columns[0] ?? null, column);
  }

  #walk(part: unknown, scope: Scope): void {
    if (Array.isArray(part)) for (const each of part) this.#walk(each, scope);
    if (!isNode(part)) return;
    for (const [kind, value] of Object.entries(part)) {
      const node = nodeOf(value);
      if (STATEMENTS.includes(kind)) this.#query(node, scope);
      else if (kind === "SubLink") this.#subLink(node, scope);
      else {
        if (kind === "A_Expr") this.#equality(node, scope);
        this.#walk(value, scope);
      }
    }
  }

  /** `a = b`; also `a = any(list)`, where the list may hold more than one key. */
  #equality({ kind, name, lexpr, rexpr }: Node, scope: Scope): void {
    const isEqual = listOf(name).some((each) => nodeOf(nodeOf(each).String).sval === "=");
    if (!isEqual || !["AEXPR_OP", "AEXPR_NOT_DISTINCT"].includes(textOf(kind))) return;
    const [left, right] = [lexpr, rexpr].map((side) => this.#value(side, scope));
    this.#join(left ?? null, right ?? null);
  }

  /** `a in (select b …)`, and `a = (select b …)` where it stands in an equality. */
  #subLink({ subLinkType, testexpr, subselect }: Node, scope: Scope): void {
    const [first] = this.#statement(nodeOf(subselect), scope).values();
    if (subLinkType === "ANY_SUBLINK" && first) this.#join(this.#value(testexpr, scope), first);
    this.#walk(testexpr, scope);
  }

  /** The node of a column, or of what is given: a parameter, a constant, a function of them. */
  #value(part: unknown, scope: Scope): string | null {
    const fields = fieldsOf(part);
    if (fields) return this.#column(fields, scope) ?? (isVariable(fields, scope) ? GIVEN : null);
    const { TypeCast, SubLink, ParamRef, A_Const, FuncCall } = nodeOf(part);
    if (TypeCast) return this.#value(nodeOf(TypeCast).arg, scope);
    if (SubLink)
      return textOf(nodeOf(SubLink).subLinkType) === "EXPR_SUBLINK" ? this.#scalar(nodeOf(SubLink)) : null;
    return ParamRef || A_Const || FuncCall ? GIVEN : null;
  }

  /** `(select my_user_id())` is given; a subquery on tables is read where it is walked. */
  #scalar({ subselect }: Node): string | null {
    return nodeOf(nodeOf(subselect).SelectStmt).fromClause ? null : GIVEN;
  }

  #column(fields: readonly string[], scope: Scope): string | null {
    const name = fields.at(-1) ?? "";
    for (let each: Scope | null = scope; each; each = each.outer) {
      const sources =
        fields.length > 1 ? [each.sources.get(fields.at(-2) ?? "")] : [...each.sources.values()];
      for (const source of sources) {
        const column = source && this.#columnsIn(source).get(name);
        if (column) return column;
      }
    }
    return null;
  }

  /** Rows of values have the key that they are given; those of a query have the key of its rows. */
  #insert({ cols, selectStmt, relation }: Node, scope: Scope): void {
    const select = nodeOf(nodeOf(selectStmt).SelectStmt);
    const names = listOf(cols).map((each) => textOf(nodeOf(nodeOf(each).ResTarget).name));
    const target = scope.sources.get(
      textOf(nodeOf(nodeOf(relation).alias).aliasname) || textOf(nodeOf(relation).relname),
    );
    const outputs = this.#query(select, scope);
    const values = listOf(select.targetList).map((each) => nodeOf(nodeOf(each).ResTarget));
    names.forEach((name, place) => {
      if (!target) return;
      const value = values[place];
      const isGiven = select.valuesLists
        ? listOf(select.valuesLists).length === 1
        : this.#value(value?.val, scope) === GIVEN;
      const from = value
        ? (outputs.get(textOf(value.name) || (fieldsOf(value.val)?.at(-1) ?? "")) ?? null)
        : null;
      this.#join(`${target.id}.${name}`, isGiven ? GIVEN : from);
    });
  }
}

function fieldsOf(part: unknown): string[] | null {
  const { ColumnRef } = nodeOf(part);
  if (!isNode(ColumnRef)) return null;
  return listOf(ColumnRef.fields).map((each) =>
    "A_Star" in nodeOf(each) ? "*" : textOf(nodeOf(nodeOf(each).String).sval),
  );
}

const queryOf = (scope: Scope | null, name: string): Columns | null =>
  scope ? (scope.queries.get(name) ?? queryOf(scope.outer, name)) : null;

/** A variable of a function: no row of the statement has it. Rows of a function in `from` have unknown columns. */
function isVariable(fields: readonly string[], scope: Scope | null): boolean {
  if (scope === null) return true;
  const isOfRow =
    fields.length > 1
      ? scope.sources.has(fields.at(-2) ?? "")
      : [...scope.sources.values()].some(({ table }) => table === null);
  return !isOfRow && isVariable(fields, scope.outer);
}
