import { and, eq } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { inside } from "#platform/capability/inside.ts";
import { talkOf } from "./bring-messages.ts";
import { withConnection } from "./outside-api.ts";
import { ProviderError } from "./providers/provider.ts";
import { integrations, remoteLinks } from "./tables.ts";

type Written = { conversationId: string; messageId: string; content: string };

/** Says it there as the person. Its link is kept, so that the next synchronisation knows it. Throws ProviderError. */
export async function postMessage(
  context: SignedIn,
  { conversationId, messageId, content }: Written,
): Promise<void> {
  const [found] = await inside(context, "read", ({ db }) =>
    db
      .select({ link: remoteLinks, row: integrations })
      .from(remoteLinks)
      .innerJoin(integrations, eq(integrations.id, remoteLinks.sourceId))
      .where(and(eq(remoteLinks.recordId, conversationId), eq(remoteLinks.kind, "conversation"))),
  );
  if (!found) throw new ProviderError("refused", "This account was disconnected.");
  const { link, row } = found;
  const remoteId = await withConnection(context, row.id, (_api, _provider, ask) =>
    talkOf(context.config, row, ask).post(link.remoteId, content),
  );
  await inside(context, "write", ({ db, actor }) =>
    db
      .insert(remoteLinks)
      .values({
        userId: actor.userId,
        sourceId: row.id,
        kind: "message",
        remoteId: `${link.remoteId}:${remoteId}`,
        recordId: messageId,
      })
      .onConflictDoNothing(),
  );
}
