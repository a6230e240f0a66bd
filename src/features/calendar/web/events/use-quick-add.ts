import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { contacts } from "#features/contacts/web/api.ts";
import { t } from "#i18n/message.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import type { Question, QuickEvent } from "../../events/quick-event.ts";
import type { Times } from "./occurrence.ts";

/** The parsed line, with the addresses of the people it names. */
export type ParsedEvent = Times &
  Pick<QuickEvent, "title" | "location" | "repeat"> & {
    line: string;
    attendees: string[];
    questions: Question[];
  };

type Parser = typeof import("../../events/quick-event.ts");

/** The date parser has 30 KB: it is loaded when the user begins to type. */
export function useQuickAdd(line: string, answers: Record<string, string>) {
  const [parser, setParser] = useState<Parser>();
  const load = () => {
    // Without the parser the line shows no preview; the next key asks for it again.
    if (!parser) import("../../events/quick-event.ts").then(setParser, () => undefined);
  };
  const timeZone = readerTimeZone();
  const result =
    parser && line.trim() !== ""
      ? parser.parseQuickEvent(line, { now: new Date(), timeZone, answers })
      : undefined;
  const people = usePeople(result?.people ?? [], answers);
  if (!result) return { parsed: undefined, load };
  const parsed: ParsedEvent = {
    line,
    title: result.title,
    location: result.location,
    repeat: result.repeat,
    isAllDay: result.isAllDay,
    startTime: result.startTime.toISOString(),
    endTime: result.endTime.toISOString(),
    attendees: people.attendees,
    questions: [...result.questions, ...people.questions],
  };
  return { parsed, load };
}

/** Named contacts become attendees; if several have the name, the user chooses one. Nobody else is invited. */
function usePeople(names: readonly string[], answers: Record<string, string>) {
  const found = useQueries({
    queries: names.map((name) => ({
      ...contacts.list.query({ text: name, limit: 6 }),
      enabled: !name.includes("@"),
      staleTime: 60_000,
      retry: false,
    })),
  });
  const attendees: string[] = [];
  const questions: Question[] = [];
  for (const [index, name] of names.entries()) {
    if (name.includes("@")) attendees.push(name);
    const known = (found[index]?.data?.items ?? []).filter(
      ({ contactEmail, contactName }) => contactEmail && isNamed(contactName, name),
    );
    const id = `who is ${name}`;
    const chosen = known.length === 1 ? known[0]?.contactEmail : answers[id];
    if (chosen && known.some(({ contactEmail }) => contactEmail === chosen)) attendees.push(chosen);
    else if (known.length > 1 && answers[id] !== NOBODY) questions.push(personQuestion(id, name, known));
  }
  return { attendees: [...new Set(attendees)], questions };
}

const NOBODY = "nobody";

const isNamed = (contactName: string, name: string) =>
  contactName
    .toLowerCase()
    .split(/\s+/)
    .some((_, at, words) => words.slice(at).join(" ").startsWith(name.toLowerCase()));

const personQuestion = (
  id: string,
  name: string,
  known: readonly { contactName: string; contactEmail: string | null }[],
): Question => ({
  id,
  words: t`Which ${name}?`,
  options: [
    ...known.map(({ contactName, contactEmail }) => ({ value: contactEmail ?? "", label: contactName })),
    { value: NOBODY, label: t`Invite nobody` },
  ],
});
