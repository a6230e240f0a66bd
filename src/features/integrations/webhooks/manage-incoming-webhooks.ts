import { randomBytes, randomUUID } from "node:crypto";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { newToken, tokenHash } from "#platform/auth/credentials/token.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import type { HOOK_MAKES } from "../model.ts";
import { incomingHooks } from "../tables.ts";

const MOST = 20;

export const incomingSecret = ({ id, userId }: { id: string; userId: string }) => ({
  ...{ table: "incoming_hooks", column: "secret", row: id, userId },
});

export async function listIncomingHooks({ db, actor }: SignedIn) {
  const rows = await db
    .select()
    .from(incomingHooks)
    .where(and(eq(incomingHooks.userId, actor.userId), isNull(incomingHooks.deletedAt)))
    .orderBy(incomingHooks.createdAt, incomingHooks.id)
    .limit(MOST);
  return rows.map((row) => ({ ...row, isSigned: row.secret !== null }));
}

type NewHook = { name: string; makes: (typeof HOOK_MAKES)[number]; isSigned: boolean };

/** The address works like a password: only the hash of its token is kept. */
export async function createIncomingHook(context: SignedIn, { name, makes, isSigned }: NewHook) {
  const { db, actor, secrets, now, systemSettings, config } = context;
  if ((await listIncomingHooks(context)).length >= MOST)
    throw new AppError("conflict", `You can have at most ${MOST} incoming webhooks`);
  const id = randomUUID();
  const token = newToken();
  const secret = isSigned ? `whsec_${randomBytes(24).toString("base64")}` : null;
  const [made] = await db
    .insert(incomingHooks)
    .values({
      ...{ id, name, makes, userId: actor.userId, tokenHash: tokenHash(token) },
      secret: secret && secrets.seal(incomingSecret({ id, userId: actor.userId }), secret),
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!made) throw new Error("The webhook insert returned no row");
  context.undoWith({ capability: "incomingHooks.delete", input: { id } });
  const address = `${systemSettings.origin ?? config.publicUrl}/shared/hooks/${token}`;
  return { ...made, isSigned, secret, address };
}

export async function setIncomingHookDeleted(
  { db, actor, now }: SignedIn,
  id: string,
  isGone: boolean,
): Promise<void> {
  const changed = await db
    .update(incomingHooks)
    .set({ deletedAt: isGone ? now : null, version: sql`${incomingHooks.version} + 1` })
    .where(
      and(
        eq(incomingHooks.id, id),
        eq(incomingHooks.userId, actor.userId),
        isGone ? isNull(incomingHooks.deletedAt) : isNotNull(incomingHooks.deletedAt),
      ),
    )
    .returning({ id: incomingHooks.id });
  if (changed.length === 0) throw notFound("Address");
}
