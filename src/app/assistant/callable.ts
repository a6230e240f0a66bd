import { events } from "#features/calendar/calendar-events.ts";
import { contacts } from "#features/communication/contacts.ts";
import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import { notifications } from "#features/daily-ops/notifications.ts";
import { documents } from "#features/documents/documents.ts";
import { emails } from "#features/email/emails.ts";
import { projects } from "#features/tasks/projects.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { decisions } from "#features/team/decisions.ts";
import { invitations } from "#features/team/invitations.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { registryOf } from "#platform/capability/slice.ts";

/** All that the assistant may take back, or do once it was approved. */
const callable = registryOf([
  {
    name: "assistant",
    resources: [
      contacts,
      conversations,
      decisions,
      documents,
      emails,
      events,
      invitations,
      messages,
      notifications,
      projects,
      tasks,
    ],
  },
]);

/** Calls it with the person's rights, in their transaction. */
export function callByName(context: SignedIn, name: string, input: unknown): Promise<unknown> {
  const capability = callable.get(name);
  if (!capability) throw new AppError("invalid", `The assistant may not call ${name}`);
  return capability(context, input);
}
