import { randomBytes, randomUUID } from "node:crypto";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { newToken, tokenHash } from "#platform/auth/credentials/token.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import type { HOOK_TARGETS } from "../model.ts";
import { incomingWebhooks } from "../tables.ts";

const MAX_WEBHOOKS = 20;

export const incomingSecret = ({ id, userId }: { id: string; userId: string }) => ({
  ...{ table: "incoming_webhooks", column: "secret", row: id, userId },
});

export async function listIncomingWebhooks({ db, actor }: SignedIn) {
  const rows = await db
    .select()
    .from(incomingWebhooks)
    .where(and(eq(incomingWebhooks.userId, actor.userId), isNull(incomingWebhooks.deletedAt)))
    .orderBy(incomingWebhooks.createdAt, incomingWebhooks.id)
    .limit(MAX_WEBHOOKS);
  return rows.map((row) => ({ ...row, isSigned: row.secret !== null }));
}

type NewIncomingWebhook = { name: string; creates: (typeof HOOK_TARGETS)[number]; isSigned: boolean };

/** The address works like a password: only the hash of its token is kept. */
export async function createIncomingWebhook(
  context: SignedIn,
  { name, creates, isSigned }: NewIncomingWebhook,
) {
  const { db, actor, secrets, now, systemSettings, config } = context;
  if ((await listIncomingWebhooks(context)).length >= MAX_WEBHOOKS)
    throw new AppError("conflict", t`You can have at most ${MAX_WEBHOOKS} incoming webhooks`);
  const id = randomUUID();
  const token = newToken();
  const secret = isSigned ? `whsec_${randomBytes(24).toString("base64")}` : null;
  const made = await db
    .insert(incomingWebhooks)
    .values({
      ...{ id, name, creates, userId: actor.userId, tokenHash: tokenHash(token) },
      secret: secret && secrets.seal(incomingSecret({ id, userId: actor.userId }), secret),
      createdAt: now,
      updatedAt: now,
    })
    .returning()
    .then(returnedRow);
  context.undoWith({ capability: "incomingWebhooks.delete", input: { id } });
  const address = `${systemSettings.origin ?? config.publicUrl}/shared/hooks/${token}`;
  return { ...made, isSigned, secret, address };
}

export async function setIncomingWebhookDeleted(
  { db, actor, now }: SignedIn,
  id: string,
  isDeleted: boolean,
): Promise<void> {
  const changed = await db
    .update(incomingWebhooks)
    .set({ deletedAt: isDeleted ? now : null, version: sql`${incomingWebhooks.version} + 1` })
    .where(
      and(
        eq(incomingWebhooks.id, id),
        eq(incomingWebhooks.userId, actor.userId),
        isDeleted ? isNull(incomingWebhooks.deletedAt) : isNotNull(incomingWebhooks.deletedAt),
      ),
    )
    .returning({ id: incomingWebhooks.id });
  if (changed.length === 0) throw notFound(t`Address`);
}
