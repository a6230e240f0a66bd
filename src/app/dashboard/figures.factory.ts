import { tasks } from "#features/tasks/tables.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { readFigures } from "./figures.ts";

/** Noon of a Wednesday in UTC: still Wednesday in Los Angeles (04:00), already Thursday in Auckland (01:00). */
export const NOW = new Date("2026-11-18T12:00:00Z");
export const at = (text: string) => new Date(text);

export const figuresAt = (person: Person, timeZone: string, now = NOW) =>
  person.run((context) => readFigures({ ...contextOf(context), now }, timeZone));
/** Copies the properties that `figures` reads, without the class of the running context. */
const contextOf = ({ actor, db }: SignedIn) => ({ actor, db }) as SignedIn;

type TaskFields = Partial<typeof tasks.$inferInsert>;
export const insertTasks = (person: Person, ...rows: TaskFields[]) =>
  person.run(({ db, actor }) =>
    db.insert(tasks).values(rows.map((row) => ({ title: "Call Clara", ...row, userId: actor.userId }))),
  );
