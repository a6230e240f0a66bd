import type { EmailOnWire } from "../model.ts";
import { isEditable } from "./email-labels.ts";
import { openReader } from "./open-dialog.ts";
import { emailRecords } from "./records.ts";
import { editEmail } from "./writing/start-draft.ts";

/** View/Edit: opens messages not sent yet in the composer, all others in the reader. */
export function viewEmail(email: EmailOnWire): void {
  if (isEditable(email) && email.status !== "failed") void editEmail(email.id);
  else openReader(email.id);
}

/** Opens an email from a link, a notification or the palette. If it is gone, the reader shows that. */
export async function viewById(id: string): Promise<void> {
  // The reader retries and shows the error.
  const email = await emailRecords.fetch(id).catch(() => null);
  if (email) viewEmail(email);
  else openReader(id);
}

export const canSendAgain = ({ delivery }: EmailOnWire): boolean =>
  delivery !== null &&
  (["held", "failed", "uncertain"].includes(delivery.state) ||
    (delivery.state === "sent" && delivery.reason !== null));
