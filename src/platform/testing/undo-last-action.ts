import type { AnyCapability } from "#platform/capability/definition.ts";
import type { Person, TestDatabase } from "./test-database.ts";

/** Runs the undo that the audit log holds for the person's last act. */
export async function undoLastAction(
  { owner }: TestDatabase,
  person: Person,
  ...resources: readonly Readonly<Record<string, unknown>>[]
): Promise<unknown> {
  // An act that called others has a row for each, all with the same time.
  const { rows } = await owner.query(
    `select capability, undo from audit_log where request_id =
       (select request_id from audit_log where user_id = $1 order by at desc limit 1)`,
    [person.userId],
  );
  const verbs = resources.flatMap((verbs) => Object.values(verbs) as AnyCapability[]);
  for (const { undo } of rows) {
    const inverse = verbs.find(({ name }) => name === undo?.capability);
    if (inverse) return person.invoke(inverse, undo.input);
  }
  throw new Error(`${rows[0]?.capability} cannot be taken back with these resources`);
}
