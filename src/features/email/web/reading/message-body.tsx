import { CircleAlert } from "lucide-react";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { IconText } from "#ui/layout/icon-text.tsx";
import type { OpenEmailOnWire } from "../../model.ts";
import { invitationCard } from "../slots.ts";
import { Attachments } from "./attachments.tsx";
import { MessageText } from "./message-text.tsx";

/** Only HTML mail needs sanitising: loaded when the first such mail is likely to be opened. */
const loadFrame = () => import("./mail-frame.tsx");
const MailFrame = laterPart(
  async () => (await loadFrame()).MailFrame,
  <SkeletonRows count={4} label="The email is on its way" />,
);
/** Before the first such mail is opened: its frame needs a process of its own. */
export const prepareFrame = (): void =>
  void Promise.all([loadFrame(), MailFrame.fetch()]).then(
    ([loaded]) => loaded.prepareFrame(),
    () => undefined,
  );

/** Sanitises the HTML of mail that will be opened next. */
export async function prepareBodies(opened: readonly OpenEmailOnWire[]): Promise<void> {
  const pages = opened.flatMap(({ html }) => html || []);
  if (pages.length === 0) return;
  await MailFrame.fetch();
  const { prepareInBackground } = await import("./prepared-mails.ts");
  for (const html of pages) prepareInBackground(html);
}

/** Loaded with the first invitation. */
const InvitationCard = laterPart(() => invitationCard.get()());

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
        <SkeletonRows count={4} label="The text is being fetched from your mail account" />
      ) : html !== null && html !== "" ? (
        <MailFrame key={email.id} email={{ ...email, html }} />
      ) : (
        <MessageText text={body} />
      )}
    </>
  );
}
