import { type SQL, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { ownAddresses } from "../invitations/own-addresses.ts";
import { events } from "../tables.ts";
import type { StoredEvent } from "./read-events.ts";

/**
 * The SEQUENCE of an event after a change. Only its organizer counts (RFC 5546, 2.1.4): after a guest's own change, the
 * organizer's next message would look outdated.
 */
export async function raisedSequence(
  context: SignedIn,
  { organizer }: Pick<StoredEvent, "organizer">,
): Promise<SQL> {
  const isOwn = organizer === null || (await ownAddresses(context)).has(organizer);
  return isOwn ? sql`${events.sequence} + 1` : sql`${events.sequence}`;
}
