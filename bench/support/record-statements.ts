import pg from "pg";

export type Statement = { text: string; values: unknown[] };

/** The statements of `work`, without the transaction around them: the floor of a capability that only reads. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { prototype } = pg.Client;
  const query = prototype.query;
  prototype.query = function record(this: pg.Client, ...given: unknown[]) {
    const [asked, values] = given;
    const { text, values: ownValues } =
      typeof asked === "string" ? { text: asked } : (asked as Partial<Statement>);
    if (text && /^\s*(select|with)/i.test(text) && !text.includes("set_config"))
      statements.push({ text, values: (values as unknown[] | undefined) ?? ownValues ?? [] });
    return Reflect.apply(query, this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return statements;
}
