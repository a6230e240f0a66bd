/**
 * The row of a statement that always returns one: an insert, an update of a locked row, an aggregate. Throws if there is
 * none, which is an error of the program and not of its caller.
 */
export function returnedRow<R>(rows: readonly R[]): R {
  const [row] = rows;
  if (row === undefined) throw new Error("A statement that always returns a row returned none");
  return row;
}
