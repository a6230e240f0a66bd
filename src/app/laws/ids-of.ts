import type pg from "pg";

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Which ids a field of a capability may name, found by references between tables and by the names of both. */
export class IdsOf {
  readonly all: ReadonlySet<string>;
  readonly #byTable: ReadonlyMap<string, string[]>;
  readonly #references: ReadonlyMap<string, string>;
  readonly #made: ReadonlyMap<string, string>;

  private constructor(
    byTable: ReadonlyMap<string, string[]>,
    references: ReadonlyMap<string, string>,
    made: ReadonlyMap<string, string>,
  ) {
    this.#byTable = byTable;
    this.#references = references;
    this.#made = made;
    this.all = new Set([...byTable.values()].flat());
  }

  /** This person's ids come first; `made` has the record created for each capability, by its name. */
  static async person(owner: pg.Pool, userId: string, made: ReadonlyMap<string, string>): Promise<IdsOf> {
    const { rows: tables } = await owner.query<{ name: string }>(
      `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'id'
          and atttypid = 'uuid'::regtype
        where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    const lists = tables.map(async ({ name }) => {
      const { rows } = await owner.query<{ id: string }>(
        `select id from ${name} t order by to_jsonb(t)::text not like '%' || $1 || '%', ctid`,
        [userId],
      );
      return [name, rows.map(({ id }) => id)] as const;
    });
    const { rows: references } = await owner.query<{ column: string; table: string }>(
      `select attname::text as column, confrelid::regclass::text as table
         from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
        where contype = 'f' and attname <> 'user_id' order by 1, 2 desc`,
    );
    const byColumn = new Map(references.map(({ column, table }) => [column, table]));
    return new IdsOf(new Map(await Promise.all(lists)), byColumn, made);
  }

  for(capability: string, field: string): string | undefined {
    const made = /^ids?$/.test(field) && this.#made.get(capability);
    return made || this.#byTable.get(this.#tableOf(capability.split(".")[0] ?? "", field))?.[0];
  }

  #tableOf(resource: string, field: string): string {
    if (/^ids?$/.test(field)) {
      const made = [...this.#made].find(([name]) => name.startsWith(`${resource}.`))?.[1] ?? "";
      return [...this.#byTable].find(([, ids]) => ids.includes(made))?.[0] ?? snake(resource);
    }
    const column = snake(field.replace(/Ids$/, "Id"));
    const noun = `${column.replace(/_id$/, "").replace(/y$/, "ie")}s`;
    const isNamed = (table: string) => table === noun || table.endsWith(`_${noun}`);
    return this.#references.get(column) ?? [...this.#byTable.keys()].find(isNamed) ?? noun;
  }
}
