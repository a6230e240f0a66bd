import { CircleAlert } from "lucide-react";
import { t } from "#i18n/message.ts";
import { SkeletonText } from "#ui/feedback/skeleton.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { IconText } from "#ui/layout/icon-text.tsx";
import type { OpenEmailOnWire } from "../../model.ts";
import { MailFrame } from "../later-mail-frame.tsx";
import { calendarParts } from "../slots.ts";
import { Attachments } from "./attachments.tsx";
import { MessageText } from "./message-text.tsx";

/** Loaded with the first invitation. */
const InvitationCard = laterPart(async () => (await calendarParts.get()()).InvitationCard);

/** The body of an email as HTML or text, its files, and the event of an invitation. */
export function MessageBody({ email }: { email: OpenEmailOnWire }) {
  const { id, html, body, bodyError, bodyState, hasInvitation, status } = email;
  return (
    <>
      {hasInvitation && status === "received" && <InvitationCard emailId={id} />}
      {bodyError && (
        <IconText icon={CircleAlert} size="list" tone="warn" surface="warn" pad="8px 12px">
          {bodyError}
        </IconText>
      )}
      <Attachments email={email} />
      {bodyState === "none" && body === "" ? (
        <SkeletonText count={4} label={t`The text is being fetched from your mail account`} />
      ) : html !== null && html !== "" ? (
        <MailFrame key={email.id} email={{ ...email, html }} />
      ) : (
        <MessageText text={body} />
      )}
    </>
  );
}
