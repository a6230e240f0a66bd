import { sql } from "drizzle-orm";
import { z } from "zod";
import { read, resource } from "#platform/capability/capability.ts";
import { Id, Instant } from "#platform/capability/wire.ts";

const Presence = z.object({
  userId: z.uuid(),
  /** Has this product open somewhere, now. */
  isOnline: z.boolean(),
  /** When they were last online; null if never before. */
  lastSeenAt: Instant.nullable(),
  /** The address with which the reader has this person as a contact; null if the reader does not. */
  contactEmail: z.string().nullable(),
});

type Row = { userId: string; isOnline: boolean; lastSeenAt: string | null; contactEmail: string | null };

/**
 * The presence of the reader, of people who share a workspace or a conversation with the reader, and of mutual
 * contacts. Others are left out, as if they did not exist.
 */
export const presence = resource("presence", {
  list: read({
    summary:
      "List which of the people you work with are online; without `userIds`, everyone who is online now",
    input: z.strictObject({ userIds: z.array(Id).max(200).optional() }),
    output: z.object({ people: z.array(Presence) }),
    access: "user",
    run: async ({ db }, { userIds }) => {
      const asked = userIds ? sql`${sql.param(userIds)}::uuid[]` : sql`null`;
      const { rows } = await db.execute<Row>(sql`
        select user_id as "userId", is_online as "isOnline", last_seen_at as "lastSeenAt",
               contact_email as "contactEmail"
          from visible_presence(${asked})`);
      return {
        people: rows.map((row) => ({ ...row, lastSeenAt: row.lastSeenAt ? new Date(row.lastSeenAt) : null })),
      };
    },
  }),
});
