import type { AnyCapability } from "#platform/capability/capability.ts";
import type { Person, TestDatabase } from "./test-database.ts";

/** Does what the audit log says would undo the person's last act. */
export async function takeBack(
  { owner }: TestDatabase,
  person: Person,
  ...resources: readonly Readonly<Record<string, unknown>>[]
): Promise<unknown> {
  const { rows } = await owner.query(
    "select capability, undo from audit_log where user_id = $1 order by at desc limit 1",
    [person.userId],
  );
  const { capability, undo } = rows[0];
  const verbs = resources.flatMap((verbs) => Object.values(verbs) as AnyCapability[]);
  const inverse = verbs.find(({ name }) => name === undo?.capability);
  if (!inverse) throw new Error(`${capability} cannot be taken back with these resources`);
  return person.invoke(inverse, undo.input);
}
