import type { smartNotifications } from "./tables.ts";

export type ToldNotice = typeof smartNotifications.$inferSelect;

/** The mail about one notification. */
export function writeNoticeMail([notice]: readonly ToldNotice[], origin: string) {
  if (!notice) throw new Error("A mail about a notification needs one");
  return { subject: notice.title, text: `${say(notice, origin)}${footer(origin)}` };
}

/** The mail that a person gets once a day about all that waited for it, newest first. */
export function writeDigest(notices: readonly ToldNotice[], origin: string) {
  const newest = notices.toSorted((a, b) => b.scheduledFor.getTime() - a.scheduledFor.getTime());
  const count = newest.length === 1 ? "1 notification" : `${newest.length} notifications`;
  const parts = newest.map((notice) => `${notice.title}\n${say(notice, origin)}`);
  return { subject: `Your day: ${count}`, text: `${parts.join("\n\n")}${footer(origin)}` };
}

/** `mailText` is what its sender would rather say in a mail, such as a whole briefing. */
function say({ message, contextData, href }: ToldNotice, origin: string): string {
  const text = typeof contextData?.mailText === "string" ? contextData.mailText : message;
  return [text, href && `${origin}${href}`].filter(Boolean).join("\n\n");
}

const footer = (origin: string) =>
  `\n\n--\nYou chose to get this by mail. Change it here: ${origin}/settings?tab=notifications`;
