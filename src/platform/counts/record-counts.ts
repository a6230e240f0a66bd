import { type SQL, sql } from "drizzle-orm";

/** Of one person: the names of the counted groups with their counts (functions/count-records.sql). */
export type RecordCounts = Readonly<Record<string, number>>;

/**
 * SQL of the counts of a table as one JSON object; groups without records are absent. `from` and `before` limit the
 * names of the groups.
 */
export const recordCounts = (userId: string, resource: string, names: SQL = sql`true`) => sql<RecordCounts>`(
  select coalesce(json_object_agg(name, count), '{}')
    from (select counted as name, sum(change)::int as count from record_counts
           where user_id = ${userId} and resource = ${resource} and ${names} group by counted) counts)`;

/** SQL of the number of records in any of these groups; a record in two of them counts twice. */
export const recordCount = (userId: string, resource: string, ...names: readonly string[]) => sql<number>`(
  select coalesce(sum(change), 0)::int from record_counts
   where user_id = ${userId} and resource = ${resource} and counted in (${sql.join(
     names.map((name) => sql`${name}`),
     sql`, `,
   )}))`;
