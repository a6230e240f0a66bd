import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { emails } from "../api.ts";

/** People for the typed text, from contacts and earlier mail, without those in `listed`. */
export function usePeopleSuggestions(typed: string, listed: string, isTyping: boolean) {
  const text = useDeferredValue(typed.trim());
  const isAsked = isTyping && text.length >= 2;
  const { data } = useQuery({ ...emails.people.query({ text: text.slice(0, 100) }), enabled: isAsked });
  const already = listed.toLowerCase();
  const people = (isAsked ? (data?.items ?? []) : []).filter(
    ({ line }) => !already.includes(line.toLowerCase()),
  );
  return { text, people };
}
