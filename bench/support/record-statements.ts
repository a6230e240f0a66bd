import pg from "pg";

export type Statement = { text: string; values: unknown[] };

let recorded: Statement[] | undefined;

// Replaced when this module is loaded: each connection of the program wraps the `query` that exists when it is opened.
const { prototype } = pg.Client;
const query = prototype.query;
prototype.query = function record(this: pg.Client, ...given: unknown[]) {
  const [asked, values] = given;
  const { text, values: ownValues } =
    typeof asked === "string" ? { text: asked } : (asked as Partial<Statement>);
  if (recorded && text && /^[\s(]*(select|with)/i.test(text) && !text.includes("set_config"))
    recorded.push({ text, values: (values as unknown[] | undefined) ?? ownValues ?? [] });
  return Reflect.apply(query, this, given);
} as typeof query;

/**
 * The statements of `work`, without the transaction around them: the floor of a capability that only reads. Throws if there
 * are none: nothing is no floor.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  recorded = statements;
  try {
    await work();
  } finally {
    recorded = undefined;
  }
  if (statements.length === 0) throw new Error("No statement was recorded");
  return statements;
}
