import type { Transaction } from "#platform/database/database.ts";
import type { Actor } from "./actor.ts";
import { auditLog } from "./tables.ts";

type Author = { actor: Actor; requestId: string; address: string | null };

/**
 * Writes an audit row for an act without a capability, such as a file download; `name` has the form of a capability's.
 */
export async function recordAuditEntry(
  db: Transaction,
  name: string,
  author: Author,
  ids: string[],
): Promise<void> {
  const { actor, requestId, address } = author;
  await db.insert(auditLog).values({
    userId: actor.userId,
    via: actor.via,
    credentialId: actor.credentialId,
    capability: name,
    effect: "read",
    outcome: "done",
    recordIds: ids,
    requestId,
    address,
    impersonatedBy: actor.impersonatedBy ?? null,
  });
}
