import { type QueryClient, useQuery } from "@tanstack/react-query";
import { type EmailOnWire, MAX_THREAD_SIZE } from "../model.ts";
import { emails } from "./api.ts";

const ofThread = ({ threadId }: EmailOnWire) => emails.list.query({ threadId, limit: MAX_THREAD_SIZE });

/** The emails of a conversation, oldest first; until they are there the one that is known. */
export function useThread(email: EmailOnWire): { messages: readonly EmailOnWire[]; isComplete: boolean } {
  const { data } = useQuery({ ...ofThread(email), enabled: email.threadSize > 1 });
  if (email.threadSize <= 1 || !data) return { messages: [email], isComplete: email.threadSize <= 1 };
  const messages = data.items.toReversed();
  return {
    messages: messages.some(({ id }) => id === email.id) ? messages : [...messages, email],
    isComplete: true,
  };
}

/** What opening it will ask for, so that it is there when it is opened. */
export function prefetchThread(queries: QueryClient, email: EmailOnWire): void {
  void queries.prefetchQuery(emails.get.query({ id: email.id }));
  if (email.threadSize > 1) void queries.prefetchQuery(ofThread(email));
}
