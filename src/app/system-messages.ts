import { deliverSystemMessage } from "#features/email/delivery/deliver-system-message.ts";
import type { DeliverSystemMessage } from "#platform/auth/auth-settings.ts";
import type { Services } from "#platform/capability/services.ts";
import { queueSystemMail } from "#platform/mail/send-system-mail.ts";

type Parts = Pick<Services, "secrets" | "systemSettings"> & {
  /** Called when there is a message: the queue starts after authentication. */
  jobs: () => Services["jobs"];
};

/**
 * Messages of sign-in: into the person's own mailbox inside the product, and by mail where the system has a server for
 * it. Both are rows of the caller's transaction; what waits for the network is a job (decision 3).
 */
export const systemMessages =
  ({ jobs, secrets, systemSettings }: Parts): DeliverSystemMessage =>
  async (db, message) => {
    const { userId, to, subject, body, mailOnly, bodyInside } = message;
    await queueSystemMail(
      { secrets, systemSettings, enqueue: (job, payload) => jobs().enqueue(db, job, payload) },
      { userId, to, subject, text: body },
    );
    if (!mailOnly) await deliverSystemMessage(db, { userId, to, subject, body: bodyInside ?? body });
  };
