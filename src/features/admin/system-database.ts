import { sql } from "drizzle-orm";
import { z } from "zod";
import { read, resource } from "#platform/capability/capability.ts";
import { DatabaseFacts } from "./model.ts";

const LARGEST = 8;

export const systemDatabase = resource("systemDatabase", {
  facts: read({
    summary: "Get the version, size and largest tables of this instance's own database",
    input: z.strictObject({}),
    output: DatabaseFacts,
    access: "admin",
    isTraffic: true,
    run: async ({ db }) => {
      const { rows } = await db.execute(sql`
        select current_setting('server_version') as version, current_database() as name,
          pg_database_size(current_database())::float8 as size,
          to_jsonb(pg_postmaster_start_time()) #>> '{}' as "startedAt",
          (select numbackends from pg_stat_database where datname = current_database()) as connections,
          current_setting('max_connections')::integer as "maxConnections"`);
      const { rows: tables } = await db.execute(sql`
        select relname as name, n_live_tup::float8 as rows, pg_total_relation_size(relid)::float8 as size
          from pg_stat_user_tables where schemaname = 'public'
         order by pg_total_relation_size(relid) desc, relname, relid limit ${LARGEST}`);
      return z.decode(DatabaseFacts, { ...rows[0], tables } as z.input<typeof DatabaseFacts>);
    },
  }),
});
