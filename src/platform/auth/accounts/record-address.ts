import { and, eq, ne, sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";
import { type AddressReason, type AddressState, stateOfGround } from "../address-state.ts";
import type { AuthParts } from "../auth-parts.ts";
import { users } from "../tables.ts";

/** Whether the address of the row counts; every check of whether an address belongs to its person uses this. */
export const addressCounts = sql<boolean>`address_counts(${users.addressState}, ${users.addressReason})`;

/** The current state of the row's address. */
export const addressStateNow = sql<AddressState>`address_state_now(${users.addressState}, ${users.addressReason})`;

/** The address columns of an account; `by` is the account that vouches. */
export const addressValues = (ground: AddressReason | null, by: string | null = null) => ({
  addressState: ground ? stateOfGround(ground) : ("unproven" as const),
  addressReason: ground,
  addressBy: by,
  addressAt: sql`now()`,
});

/** A proof replaces any other state; vouching replaces everything but a proof. What waited for it goes on. */
export async function recordAddress(
  { publishAddress }: Pick<AuthParts, "publishAddress">,
  db: Transaction,
  userId: string,
  ground: AddressReason,
  by: string | null = null,
): Promise<void> {
  const mayReplace = stateOfGround(ground) === "proven" ? undefined : ne(users.addressState, "proven");
  await db
    .update(users)
    .set(addressValues(ground, by))
    .where(and(eq(users.id, userId), mayReplace));
  await publishAddress(db, userId);
}
