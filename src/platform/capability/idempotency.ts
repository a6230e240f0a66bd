import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { AnyCapability } from "./definition.ts";
import { AppError } from "./errors.ts";
import type { Request } from "./services.ts";
import { idempotencyKeys } from "./tables.ts";
import { checkInputShape } from "./validation/input-shape.ts";

type Replay = { answer: unknown } | null;

/**
 * Takes the key for this write, or gives the answer of the write that had it before (security.md D25). A second request
 * waits here for the first one's transaction.
 */
export async function claimIdempotencyKey(
  db: Transaction,
  capability: AnyCapability,
  input: unknown,
  request: Request,
): Promise<Replay> {
  const { actor, idempotencyKey: key } = request;
  if (!actor || !key) return null;
  checkInputShape(input); // JSON.stringify overflows the stack on deep nesting
  const requestHash = createHash("sha256")
    .update(`${capability.name}\n${JSON.stringify(input ?? null)}`)
    .digest("hex");
  const claimed = await db
    .insert(idempotencyKeys)
    .values({ userId: actor.userId, key, requestHash })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (claimed.length > 0) return null;
  const [earlier] = await db.select().from(idempotencyKeys).where(ownKey(actor.userId, key));
  if (!earlier) throw new AppError("conflict", t`The same request is still running`);
  if (earlier.requestHash !== requestHash)
    throw new AppError("invalid", t`This Idempotency-Key was used for a different request`);
  if (capability.definition.secretAnswer)
    throw new AppError("conflict", t`This was already done; its answer is shown only once`);
  return { answer: earlier.answer };
}

export async function storeAnswer(db: Transaction, request: Request, answer: unknown): Promise<void> {
  if (!request.actor || !request.idempotencyKey) return;
  await db
    .update(idempotencyKeys)
    .set({ answer })
    .where(ownKey(request.actor.userId, request.idempotencyKey));
}

const ownKey = (userId: string, key: string) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));
