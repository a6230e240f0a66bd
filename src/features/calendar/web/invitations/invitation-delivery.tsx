import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { t } from "#i18n/message.ts";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { emails } from "../api.ts";

type Mail = Awaited<ReturnType<typeof emails.states.call>>["items"][number];
type State = NonNullable<Mail["delivery"]>["state"];

const TEXTS: Record<State, { text: string; tone: "soft" | "warn" }> = {
  queued: { text: t`The invitation is waiting to be sent`, tone: "soft" },
  sending: { text: t`The invitation is being sent`, tone: "soft" },
  sent: { text: t`The invitation was sent`, tone: "soft" },
  failed: { text: t`The invitation was not sent`, tone: "warn" },
  held: { text: t`The invitation is held back`, tone: "warn" },
  uncertain: { text: t`It is not certain whether the invitation was sent`, tone: "warn" },
};
const TAKEN_BACK = { text: t`The invitation was taken back before it was sent`, tone: "warn" } as const;

/** What became of the mail with the latest invitation: it is the outbox that sends it. */
export function InvitationDelivery({ emailId }: { emailId: string }) {
  const { data } = useQuery(emails.states.query({ ids: [emailId] }));
  const mail = data?.items[0];
  if (!mail || mail.isDeleted) return null;
  const { text, tone } = mail.delivery ? TEXTS[mail.delivery.state] : TAKEN_BACK;
  const reason = mail.delivery?.reason;
  return (
    <Row gap={8} lineGap={4} wrap>
      <Text tone={reason ? "warn" : tone} size="list" overflow="break">
        {reason ? `${text}: ${reason}` : text}
      </Text>
      {(tone === "warn" || reason) && (
        <Link to="/email" search={{ email: emailId }}>
          {t`Show the message`}
        </Link>
      )}
    </Row>
  );
}
