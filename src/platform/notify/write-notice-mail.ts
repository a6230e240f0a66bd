import type { smartNotifications } from "./tables.ts";

export type NoticeRow = typeof smartNotifications.$inferSelect;
/** `acceptsReplies`: an answer of this person to the mail is a command. */
export type NoticeMailContext = { origin: string; acceptsReplyCommands: boolean };

/** The mail about one notification. */
export function writeNoticeMail([notice]: readonly NoticeRow[], house: NoticeMailContext) {
  if (!notice) throw new Error("A mail about a notification needs one");
  return { subject: notice.title, text: `${noticeText(notice, house)}${footer(house)}` };
}

/** The mail that a person gets once a day about all that waited for it, newest first. */
export function writeDigest(notices: readonly NoticeRow[], house: NoticeMailContext) {
  const newest = notices.toSorted((a, b) => b.scheduledFor.getTime() - a.scheduledFor.getTime());
  const count = newest.length === 1 ? "1 notification" : `${newest.length} notifications`;
  const parts = newest.map((notice) => `${notice.title}\n${noticeText(notice, house)}`);
  return { subject: `Your day: ${count}`, text: `${parts.join("\n\n")}${footer(house)}` };
}

/** `mailText` is what its sender would rather say in a mail, such as a whole briefing. */
function noticeText({ message, contextData, href }: NoticeRow, { origin }: NoticeMailContext): string {
  const text = typeof contextData?.mailText === "string" ? contextData.mailText : message;
  return [text, href && `${origin}${href}`].filter(Boolean).join("\n\n");
}

/** What stands in the mails about them, line by line: none of it is what its reader wrote. */
export const linesOf = (notices: readonly Pick<NoticeRow, "title" | "message" | "contextData">[]) =>
  notices.flatMap(({ title, message, contextData }) =>
    [title, message, typeof contextData?.mailText === "string" ? contextData.mailText : ""]
      .join("\n")
      .split("\n"),
  );

const footer = ({ origin, acceptsReplyCommands: acceptsReplies }: NoticeMailContext) =>
  [
    "\n\n--\nYou chose to get this by mail. Change it here: ",
    `${origin}/settings?tab=notifications`,
    acceptsReplies
      ? "\nAnswer this mail from your mail program to tell the assistant what to do, such as 'Create a task to call Anna tomorrow'."
      : "",
  ].join("");
