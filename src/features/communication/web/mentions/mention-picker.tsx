import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { flushSync } from "react-dom";
import { laterPart } from "#ui/later-part.tsx";
import type { ConversationOnWire } from "../../model.ts";
import { conversations } from "../api.ts";
import { outbox } from "../messages/message-actions.ts";
import { useCurrentUserId } from "../use-current-user-id.ts";
import type { Person } from "./mention-list.tsx";

/** The text after an @ at the start of a word. */
const CALL = /(?:^|\s)@([\p{L}\p{N}.'-]*(?: [\p{L}\p{N}.'-]*)?)$/u;
const MAX_SUGGESTIONS = 6;

/** Fetched after the page. */
export const MentionList = laterPart(async () => (await import("./mention-list.tsx")).MentionList);

export type Mention = ReturnType<typeof useMentions>;

/** Watches the field for an @ and suggests the participants. */
export function useMentions(
  { id, participants }: ConversationOnWire,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const listId = useId();
  const [asked, setAsked] = useState<string | null>(null);
  const [chosen, setChosen] = useState(0);
  const people = useMatching(id, participants.length > 1 ? asked : null);
  const detectMention = () =>
    requestAnimationFrame(() => {
      const element = field.current;
      const before = element?.value.slice(0, element.selectionStart) ?? "";
      setAsked(CALL.exec(before)?.[1] ?? null);
      setChosen(0);
    });
  const take = ({ userId, fullName }: Person) => {
    const element = field.current;
    if (!element || asked === null) return;
    const { value, selectionStart } = element;
    const start = selectionStart - asked.length;
    const called = `${fullName} `;
    const { mentions } = outbox.fullDraftOf(id);
    // Synchronous, so that the next typed character goes after the name.
    flushSync(() => {
      outbox.setDraft(id, value.slice(0, start) + called + value.slice(selectionStart));
      if (!mentions.some((each) => each.userId === userId))
        outbox.enclose(id, { mentions: [...mentions, { userId, name: fullName }] });
      setAsked(null);
    });
    element.focus();
    element.setSelectionRange(start + called.length, start + called.length);
  };
  const isOpen = people.length > 0;
  /** True if the suggestion list handled the key. */
  const takesKey = (event: KeyboardEvent): boolean => {
    if (!isOpen) return false;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) setChosen((chosen + by + people.length) % people.length);
    else if (event.key === "Escape") setAsked(null);
    else if (event.key === "Enter" || event.key === "Tab") {
      const person = people[chosen];
      if (person) take(person);
    } else return false;
    event.preventDefault();
    return true;
  };
  const fieldProps = isOpen
    ? {
        role: "combobox",
        "aria-expanded": true,
        "aria-controls": listId,
        "aria-activedescendant": `${listId}-${chosen}`,
      }
    : {};
  return { listId, people, chosen, detectMention, take, takesKey, fieldProps };
}

/** Participants whose name begins with the text; null returns none. */
function useMatching(id: string, asked: string | null): Person[] {
  const me = useCurrentUserId();
  const { data } = useQuery({ ...conversations.participants.query({ id }), enabled: asked !== null });
  if (asked === null) return [];
  const words = asked.toLocaleLowerCase();
  return (data?.people ?? [])
    .filter(({ userId, fullName }) => userId !== me && matches(fullName.toLocaleLowerCase(), words))
    .slice(0, MAX_SUGGESTIONS);
}

const matches = (name: string, words: string) =>
  name.startsWith(words) || name.split(/\s+/).some((word) => word.startsWith(words));

export function MentionPicker({ mention: { listId, people, chosen, take } }: { mention: Mention }) {
  return people.length > 0 && <MentionList {...{ listId, people, chosen, take }} />;
}
