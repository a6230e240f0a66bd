import type { Person, TestDatabase } from "#platform/testing/test-database.ts";
import { instantOf } from "#platform/time/wall-clock.ts";
import { ZONE } from "./records.ts";

/** What is there while the world is built. */
export type Parts = {
  server: TestDatabase;
  ada: Person;
  ids: Map<string, string>;
  people: Map<string, Person>;
};

export const idOf = ({ ids }: Pick<Parts, "ids">, key: string): string => {
  const id = ids.get(key);
  if (!id) throw new Error(`Nothing in the world is called ${key}`);
  return id;
};

/** `at("2037-11-18T09:30")`: that local time. */
export function at(local: string): Date {
  const [date = "", time = "00:00"] = local.split("T");
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return instantOf({ year, month, day, hour, minute }, ZONE);
}
