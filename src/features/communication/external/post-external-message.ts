import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { runAsUserWithoutTransaction } from "#platform/jobs/run-as-user.ts";
import { messages } from "../tables.ts";
import { postMessage } from "./post-message.ts";

const Written = z.strictObject({ userId: z.uuid(), messageId: z.uuid() });

/**
 * Posts a message as the user to the messenger of the conversation. Messengers accept the same message twice, so it is
 * first marked as failed: a post that is interrupted stays failed, and is never repeated automatically.
 */
export const postExternalMessage: JobDefinition<typeof Written> = {
  name: "communication.post-outside",
  payload: Written,
  pollingSeconds: 2,
  run: (worker, { userId, messageId }) =>
    runAsUserWithoutTransaction(worker, userId, async (context) => {
      if (!(await setPostState(context, messageId, "queued", "failed"))) return;
      const [message] = await inOwnTransaction(context, "read", ({ db }) =>
        db
          .select({
            conversationId: messages.conversationId,
            content: messages.content,
            replyToId: messages.replyToId,
          })
          .from(messages)
          .where(and(eq(messages.id, messageId), eq(messages.senderId, userId))),
      );
      if (!message) return;
      try {
        await postMessage(context, { ...message, messageId });
        await setPostState(context, messageId, "failed", "sent");
      } catch (error) {
        // The connection shows the reason; the message remains failed.
        if (!(error instanceof AppError)) throw error;
      }
      await inOwnTransaction(context, "write", ({ db }) =>
        recordAnnouncements(db, [{ resource: "messages", ids: [messageId], audience: [userId] }]),
      );
    }),
};

async function setPostState(context: SignedIn, id: string, was: string, becomes: string): Promise<boolean> {
  const { rows } = await inOwnTransaction(context, "write", ({ db }) =>
    db.execute<{ done: boolean }>(sql`select record_outside_delivery(${id}, ${was}, ${becomes}) as done`),
  );
  return rows[0]?.done ?? false;
}
