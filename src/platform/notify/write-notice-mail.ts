import { form, plural, t } from "#i18n/message.ts";
import type { smartNotifications } from "./tables.ts";

export type NoticeRow = typeof smartNotifications.$inferSelect;
/** `acceptsReplyCommands`: a reply of this person to the mail is a command. */
export type NoticeMailContext = { origin: string; acceptsReplyCommands: boolean };

/** The mail about one notification. */
export function writeNoticeMail([notice]: readonly NoticeRow[], context: NoticeMailContext) {
  if (!notice) throw new Error("A mail about a notification needs one");
  return { subject: notice.title, text: `${noticeText(notice, context)}${footer(context)}` };
}

/** The daily mail about all notifications that were held for it, newest first. */
export function writeDigest(notices: readonly NoticeRow[], context: NoticeMailContext) {
  const newest = notices.toSorted((a, b) => b.scheduledFor.getTime() - a.scheduledFor.getTime());
  const subject = plural(newest.length, {
    one: "Your day: 1 notification",
    other: form`Your day: ${newest.length} notifications`,
  });
  const parts = newest.map((notice) => `${notice.title}\n${noticeText(notice, context)}`);
  return { subject, text: `${parts.join("\n\n")}${footer(context)}` };
}

/** `mailText` is the sender's text for a mail, such as a whole briefing. */
function noticeText({ message, contextData, href }: NoticeRow, { origin }: NoticeMailContext): string {
  const text = typeof contextData?.mailText === "string" ? contextData.mailText : message;
  return [text, href && `${origin}${href}`].filter(Boolean).join("\n\n");
}

/** The lines of notification mails: none of them counts as written by the reader. */
export const linesOf = (notices: readonly Pick<NoticeRow, "title" | "message" | "contextData">[]) =>
  notices.flatMap(({ title, message, contextData }) =>
    [title, message, typeof contextData?.mailText === "string" ? contextData.mailText : ""]
      .join("\n")
      .split("\n"),
  );

const footer = ({ origin, acceptsReplyCommands: acceptsReplies }: NoticeMailContext) =>
  [
    `\n\n--\n${t`You chose to get this by mail. Change it here:`} ${origin}/settings?tab=notifications`,
    acceptsReplies
      ? `\n${t`Answer this mail from your mail program to tell the assistant what to do, such as 'Create a task to call Anna tomorrow'.`}`
      : "",
  ].join("");
