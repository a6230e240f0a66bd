import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { toast } from "#ui/overlays/toast.ts";
import { ROLE_LABELS } from "../../model.ts";
import { invitations } from "../api.ts";
import { reportFailure } from "../team-mutations.ts";
import styles from "./received-invitations.module.css";

type Received = Awaited<ReturnType<typeof invitations.received.call>>["items"][number];

/** Invitations to the reader's own address wait here, with or without their link. */
export function ReceivedInvitations() {
  const { data } = useQuery(invitations.received.query({}));
  if (!data || data.items.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Invitations to you">
      {data.items.map((invitation) => (
        <ReceivedInvitation key={invitation.id} invitation={invitation} />
      ))}
    </ul>
  );
}

function ReceivedInvitation({ invitation }: { invitation: Received }) {
  const { id, workspaceName, inviterName, invitedRole, welcomeMessage } = invitation;
  const queries = useQueryClient();
  const forget = () => queries.invalidateQueries({ queryKey: ["invitations"] });
  const accept = useMutation({
    mutationFn: () => invitations.accept.call({ id }),
    onSuccess: () => toast.success(`Welcome to '${workspaceName}'`),
    onError: (error) => reportFailure("Failed to accept invitation", error),
    onSettled: forget,
  });
  const decline = useMutation({
    mutationFn: () => invitations.decline.call({ id }),
    onError: (error) => reportFailure("Failed to decline invitation", error),
    onSettled: forget,
  });
  const isBusy = accept.isPending || decline.isPending;
  return (
    <li className={styles.invitation}>
      <Mail size={18} strokeWidth={1.75} aria-hidden />
      <div className={styles.text}>
        <p>
          <strong>{inviterName}</strong> invites you to <strong>{workspaceName}</strong> as{" "}
          {ROLE_LABELS[invitedRole]}
        </p>
        {welcomeMessage && <p className={styles.message}>{welcomeMessage}</p>}
      </div>
      <div className={styles.actions}>
        <Button variant="default" disabled={isBusy} onClick={() => decline.mutate()}>
          Decline
        </Button>
        <Button disabled={isBusy} onClick={() => accept.mutate()}>
          Accept
        </Button>
      </div>
    </li>
  );
}
