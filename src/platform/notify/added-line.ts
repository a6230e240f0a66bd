/** As notify_people() cuts a message. */
export const MAX_MESSAGE = 2000;

/** The key in `contextData` of the line that a slice added when the notification was due: it is from another area. */
export const ADDED_LINE = "addedLine";

type Worded = { message: string; contextData: Record<string, unknown> | null };

/** What its reader is shown: the message, with the line that was added to it. */
export function messageWithLine({ message, contextData }: Worded): string {
  const line = contextData?.[ADDED_LINE];
  return [message, typeof line === "string" ? line : ""].filter(Boolean).join(" · ").slice(0, MAX_MESSAGE);
}
