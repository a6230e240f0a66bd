import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";

export type ChatMessage = { id: string; content: string; isUser: boolean; timestamp: Date };

const CONVERSATION = ["conversation"];
const GREETING =
  "Good morning! I'm your AI executive assistant. How can I help you be more productive today?";
const ACKNOWLEDGEMENT = "I understand your request. Let me help you with that right away.";
/** Milliseconds until a message is acknowledged. */
const ACKNOWLEDGED_AFTER = 1000;

const message = (content: string, isUser: boolean): ChatMessage => ({
  id: crypto.randomUUID(),
  content,
  isUser,
  timestamp: new Date(),
});

/** The conversation of this visit; it stays while pages change and is forgotten at sign-out. */
export function useConversation() {
  const queries = useQueryClient();
  const { data: messages = [] } = useQuery<ChatMessage[]>({
    queryKey: CONVERSATION,
    queryFn: skipToken,
    initialData: () => [message(GREETING, false)],
    gcTime: Number.POSITIVE_INFINITY,
  });

  const append = (content: string, isUser: boolean) =>
    queries.setQueryData<ChatMessage[]>(
      CONVERSATION,
      (before) => before && [...before, message(content, isUser)],
    );

  /** Says whether there was something to send. */
  const send = (text: string): boolean => {
    const content = text.trim();
    if (!content) return false;
    append(content, true);
    setTimeout(() => append(ACKNOWLEDGEMENT, false), ACKNOWLEDGED_AFTER);
    return true;
  };
  return { messages, send };
}
