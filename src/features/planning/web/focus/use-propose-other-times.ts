import { useNavigate } from "@tanstack/react-router";
import { emails } from "#features/email/web/api.ts";
import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { plan } from "../api.ts";

type Invitation = { eventId: string };

/** Writes a draft to the organizer with free times, and opens it; nobody sends it but the person. */
export function useProposeOtherTimes() {
  const navigate = useNavigate();
  return useWrite({
    send: (invitation: Invitation) => plan.proposeOtherTimes.call(invitation),
    done: () => t`Draft to the organizer created`,
    failed: t`The draft could not be written`,
    undo: ({ emailId }) => ({
      send: () => emails.delete.call({ id: emailId }),
      failed: t`That was not undone`,
    }),
    onDone: ({ emailId }) => void navigate({ to: "/email", search: { email: emailId } }),
  });
}
