import { sql } from "drizzle-orm";
import { pgPolicy, pgRole } from "drizzle-orm/pg-core";

/** Requests and jobs sign in as this role: not owner, not superuser, NOBYPASSRLS. */
export const appRole = pgRole("adjutant_app").existing();

/** The user of the running transaction, evaluated once per statement; null where nobody is signed in. */
export const currentUserId = sql`(select nullif(current_setting('app.user_id', true), '')::uuid)`;

/** The usual policy: people can read and write only the rows with their own `user_id`. */
export const ownRows = (table: string) =>
  pgPolicy(`${table}_own`, {
    for: "all",
    to: appRole,
    using: sql`user_id = ${currentUserId}`,
    withCheck: sql`user_id = ${currentUserId}`,
  });
