import pg from "pg";

/**
 * How often `work` waited for the database, and how many statements it had planned: every Sync and every simple query is
 * one round trip, every Parse one statement that the server had not prepared.
 */
export async function roundTripsOf(work: () => Promise<unknown>): Promise<{ trips: number; parsed: number }> {
  const counts = { trips: 0, parsed: 0 };
  const { prototype } = pg.Connection;
  const { sync, query, parse } = prototype;
  prototype.sync = function countSync(this: pg.Connection) {
    counts.trips += 1;
    return Reflect.apply(sync, this, []);
  };
  prototype.query = function countQuery(this: pg.Connection, ...given) {
    counts.trips += 1;
    return Reflect.apply(query, this, given);
  };
  prototype.parse = function countParse(this: pg.Connection, ...given) {
    counts.parsed += 1;
    return Reflect.apply(parse, this, given);
  };
  try {
    await work();
  } finally {
    Object.assign(prototype, { sync, query, parse });
  }
  return counts;
}
