import { sql } from "drizzle-orm";
import type { Context } from "./context.ts";
import type { Provenance } from "./provenance.ts";

/** Provenances that stay whatever text is quoted: nobody vouches for what a program decided. */
const STICKY: readonly Provenance[] = ["model", "agent"];

/**
 * Runs an act whose text has another provenance than the call itself, such as a task created by a webhook: what it
 * writes is stored with this provenance. Needs an open transaction.
 */
export async function writeAs<C extends Context, T>(
  context: C,
  provenance: Provenance,
  act: (own: C) => Promise<T>,
): Promise<T> {
  if (STICKY.includes(context.provenance)) return act(context);
  await setProvenance(context, provenance);
  const result = await act(Object.create(context, { provenance: { value: provenance } }) as C);
  // If the act throws, its transaction is rolled back, or continues with the stricter provenance.
  await setProvenance(context, context.provenance);
  return result;
}

/** Writes what a file says. Nobody vouches for it where a run of the assistant imports it. */
export const writeAsImported = <C extends Context, T>(context: C, act: (own: C) => Promise<T>): Promise<T> =>
  writeAs(context, context.provenance === "assistant" ? "model" : "import", act);

/** Like `writeAs`, for an act that opens its own transactions: what each writes is stored with this provenance. */
export function writingOutsideAs<C extends Context>(context: C, provenance: Provenance): C {
  if (STICKY.includes(context.provenance)) return context;
  const inTransaction: Context["inTransaction"] = (mode, run) =>
    context.inTransaction(mode, async (db) => {
      await setProvenance({ db }, provenance);
      return run(db);
    });
  return Object.create(context, {
    provenance: { value: provenance },
    inTransaction: { value: inTransaction },
  }) as C;
}

const setProvenance = ({ db }: Pick<Context, "db">, provenance: Provenance) =>
  db.execute(sql`select set_config('app.provenance', ${provenance}, true)`);
