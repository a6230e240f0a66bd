import type { SignedIn } from "./context.ts";

/** The same context in a new transaction, for database work between two network calls. */
export const inOwnTransaction = <T>(
  context: SignedIn,
  mode: "read" | "write",
  act: (own: SignedIn) => Promise<T>,
): Promise<T> =>
  context.inTransaction(mode, (db) =>
    act(Object.create(context, { db: { value: db }, hasTransaction: { value: true } }) as SignedIn),
  );
