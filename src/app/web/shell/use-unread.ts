import { useQuery } from "@tanstack/react-query";
import { resourceClient } from "#platform/client/resource-client.ts";

const MAIL = resourceClient<typeof import("#features/email/emails.ts").emails>("emails").stats.query({});
const MESSAGES = resourceClient<typeof import("#features/communication/conversations.ts").conversations>(
  "conversations",
).stats.query({});

/** Unread mail and messages by the path of their area; they come with the document, and with each change after it. */
export function useUnread(): Readonly<Record<string, number | undefined>> {
  return { "/email": useQuery(MAIL).data?.unread, "/communication": useQuery(MESSAGES).data?.unread };
}
