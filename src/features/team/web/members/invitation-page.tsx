import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { MailCheck, MailWarning } from "lucide-react";
import { t } from "#i18n/message.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { formatDate } from "#ui/dates.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { Button, ButtonContent, buttonAttributes } from "#ui/inputs/button.tsx";
import { Page } from "#ui/page.tsx";
import { type InvitationState, ROLE_LABELS } from "../../model.ts";
import { invitations } from "../api.ts";

type Found = Awaited<ReturnType<typeof invitations.find.call>>;

const REFUSALS: Record<Exclude<InvitationState, "open">, { title: string; message: string }> = {
  unknown: {
    title: t`This invitation is no longer open`,
    message: t`It was accepted, revoked or replaced by a newer link.`,
  },
  expired: { title: t`This invitation has expired`, message: t`Ask whoever invited you for a new one.` },
  other_address: {
    title: t`This invitation was made for another address`,
    message: t`Sign out, and sign in or sign up with the address that was invited.`,
  },
  unconfirmed: {
    title: t`This invitation waits for your email address`,
    message: t`It opens once your address is confirmed, or an administrator vouches for it. After that you find it on your Team page.`,
  },
  inactive: {
    title: t`This workspace is inactive at the moment`,
    message: t`The invitation can be accepted when it is active again.`,
  },
};

/** Where an invitation link leads. The token stands behind `#`, so that no server and no log sees it. */
export function InvitationPage() {
  const { hash } = useLocation();
  return (
    <Page title={t`Invitation`}>
      {hash ? <ByLink token={hash.slice(0, 200)} /> : <Refused state="unknown" />}
    </Page>
  );
}

function ByLink({ token }: { token: string }) {
  const { data, error, refetch } = useQuery({ ...invitations.find.query({ token }), staleTime: 0 });
  if (error)
    return (
      <ErrorState
        title={t`The invitation cannot be read`}
        message={error instanceof ApiError ? error.message : ""}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Spinner label={t`Loading the invitation`} />;
  if (data.state !== "open" || !data.invitation) return <Refused state={data.state} />;
  return <Open token={token} invitation={data.invitation} />;
}

function Open({ token, invitation }: { token: string; invitation: NonNullable<Found["invitation"]> }) {
  const navigate = useNavigate();
  const { workspaceName, inviterName, invitedRole, welcomeMessage, expiresAt } = invitation;
  const accept = useWrite({
    send: () => invitations.accept.call({ token }),
    invalidates: [["invitations"]],
    done: t`Welcome to '${workspaceName}'`,
    failed: t`Failed to accept invitation`,
    onDone: () => void navigate({ to: "/team", replace: true }),
  });
  return (
    <EmptyState
      icon={MailCheck}
      title={t`${inviterName} invites you to '${workspaceName}'`}
      message={`${t`As ${ROLE_LABELS[invitedRole]}, until ${formatDate(expiresAt)}.`}${welcomeMessage ? ` “${welcomeMessage}”` : ""}`}
      action={
        <Button disabled={accept.isPending} onClick={() => accept.mutate()}>
          {t`Accept invitation`}
        </Button>
      }
    />
  );
}

function Refused({ state }: { state: InvitationState }) {
  const refusal = REFUSALS[state === "open" ? "unknown" : state];
  return (
    <EmptyState
      icon={MailWarning}
      title={refusal.title}
      message={refusal.message}
      action={
        state === "unconfirmed" ? (
          <Link to="/settings" search={{ tab: "profile" }} {...buttonAttributes({ variant: "default" })}>
            <ButtonContent>{t`Confirm your address`}</ButtonContent>
          </Link>
        ) : (
          <Link to="/team" {...buttonAttributes({ variant: "default" })}>
            <ButtonContent>{t`Go to Team`}</ButtonContent>
          </Link>
        )
      }
    />
  );
}
