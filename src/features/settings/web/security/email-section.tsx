import { useQuery } from "@tanstack/react-query";
import { plural, t } from "#i18n/message.ts";
import type { AddressReason, AddressState } from "#platform/auth/address-state.ts";
import { useRequest } from "#platform/client/use-write.ts";
import { formatDate } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { emailConfirmation } from "../api.ts";
import styles from "../form.module.css";
import { Section } from "../section.tsx";

type Known = Awaited<ReturnType<typeof emailConfirmation.state.call>>;

const STATES: Record<AddressState, { label: string; tone: "good" | "neutral" | "warn" }> = {
  proven: { label: t`Proven`, tone: "good" },
  vouched: { label: t`Vouched for`, tone: "good" },
  unproven: { label: t`Not proven`, tone: "neutral" },
};

/** The state of the address, its reason, and the confirmation link if one can be sent. */
export function EmailSection({ email }: { email: string }) {
  const { data } = useQuery(emailConfirmation.state.query({}));
  return (
    <Section title={t`Email`} text={t`You sign in with this address, and messages from Adjutant go there.`}>
      <div className={styles.fields}>
        <Row gap={12} lineGap={8} wrap>
          <Text as="span" weight="medium" overflow="break">
            {email}
          </Text>
          {data && (
            <Badge tone={STATES[data.state].tone} dot>
              {STATES[data.state].label}
            </Badge>
          )}
        </Row>
        {data && <AddressStatus known={data} />}
      </div>
    </Section>
  );
}

function AddressStatus({ known }: { known: Known }) {
  const { state, reason: addressReason, vouchedBy, at, canSendLink } = known;
  return (
    <>
      <Text tone="soft" size="list">
        {state === "unproven" ? missingSteps(known) : sentenceOf(reason(addressReason, vouchedBy), at)}
      </Text>
      {state !== "proven" && canSendLink && <SendLink />}
    </>
  );
}

const sentenceOf = (why: string, at: string | null) => (at ? t`${why} on ${formatDate(at)}.` : t`${why}.`);

function reason(addressReason: AddressReason | null, by: string | null): string {
  const REASONS: Record<AddressReason, string> = {
    confirmation_mail: t`You opened the link that was mailed to it`,
    invitation_mail: t`You opened the invitation that was mailed to it`,
    reset_mail: t`You opened the link for a new password that was mailed to it`,
    invitation_link:
      by === null ? t`Somebody gave you an invitation link` : t`${by} gave you an invitation link`,
    set_up_link: t`You made this account with the set-up link`,
    administrator: by === null ? t`An administrator vouched for it` : t`${by} vouched for it`,
    command_line: t`Whoever runs this Adjutant made this account`,
    loopback: t`This account was made on this machine, which nobody else can reach. Nothing waits for a proof`,
    earlier: t`It was confirmed before proofs were recorded`,
  };
  return addressReason ? REASONS[addressReason] : t`An administrator vouched for it`;
}

function missingSteps({ canSendLink, waiting }: Known): string {
  const instruction = canSendLink
    ? t`Open the link that we mail to it.`
    : t`No mail server is set up here, so no link can be mailed. An administrator can vouch for it.`;
  const { documents, invitations, mails, conversations } = waiting;
  const parts = [
    documents > 0 && plural(documents, { one: `${documents} document`, other: `${documents} documents` }),
    invitations > 0 &&
      plural(invitations, { one: `${invitations} invitation`, other: `${invitations} invitations` }),
    mails > 0 && plural(mails, { one: `${mails} email`, other: `${mails} emails` }),
    conversations > 0 &&
      plural(conversations, {
        one: `${conversations} conversation`,
        other: `${conversations} conversations`,
      }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? instruction : `${instruction} ${t`Waiting for it: ${parts.join(", ")}.`}`;
}

function SendLink() {
  const { mutate, isPending } = useRequest({
    send: () => emailConfirmation.request.call({}),
    done: [t`Confirmation message sent`, t`Its link is valid for seven days.`],
    failed: t`The message was not sent`,
  });
  return (
    <Row gap={12} lineGap={8} wrap>
      <Button variant="default" onClick={() => mutate()} disabled={isPending}>
        {isPending ? t`Sending...` : t`Send link`}
      </Button>
    </Row>
  );
}
