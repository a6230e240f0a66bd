import { CircleAlert } from "lucide-react";
import { lazy, Suspense } from "react";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { IconText } from "#ui/layout/icon-text.tsx";
import type { OpenEmailOnWire } from "../../model.ts";
import { invitationCard } from "../slots.ts";
import { Attachments } from "./attachments.tsx";
import { MessageText } from "./message-text.tsx";

/** Sanitising is needed by mail with looks only: fetched when the first such mail is near. */
const loadFrame = () => import("./mail-frame.tsx");
const MailFrame = lazy(async () => ({ default: (await loadFrame()).MailFrame }));
export const preloadFrame = (): void => void loadFrame();

/** Mail with looks that will be opened next is made harmless before. */
export async function prepareBodies(opened: readonly OpenEmailOnWire[]): Promise<void> {
  const pages = opened.flatMap(({ html }) => html || []);
  if (pages.length === 0) return;
  await loadFrame();
  const { prepareAhead } = await import("./prepared-mails.ts");
  for (const html of pages) prepareAhead(html);
}

/** Fetched with the first mail that invites. */
const InvitationCard = lazy(async () => ({
  default: await invitationCard.get()(),
}));

/** The text of an email, with its looks where it has some, its files, and the event that it is about. */
export function MessageBody({ email }: { email: OpenEmailOnWire }) {
  const { id, html, body, bodyError, bodyState, hasInvitation, status } = email;
  return (
    <>
      {hasInvitation && status === "received" && (
        <Suspense>
          <InvitationCard emailId={id} />
        </Suspense>
      )}
      {bodyError && (
        <IconText icon={CircleAlert} size="list" tone="warn" surface="warn" pad="8px 12px">
          {bodyError}
        </IconText>
      )}
      <Attachments email={email} />
      {bodyState === "none" && body === "" ? (
        <SkeletonRows count={4} label="The text is being fetched from your mail account" />
      ) : html !== null && html !== "" ? (
        <Suspense fallback={<SkeletonRows count={4} label="The email is on its way" />}>
          <MailFrame key={email.id} email={{ ...email, html }} />
        </Suspense>
      ) : (
        <MessageText text={body} />
      )}
    </>
  );
}
