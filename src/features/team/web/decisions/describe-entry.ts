import { t } from "#i18n/message.ts";
import { type LogEntry, OUTCOME_LABELS, type OUTCOMES, VOTE_LABELS, type Vote } from "../../model.ts";

type Person = { name: string } | null;
type EntryBody = {
  at: string;
  by: Person;
  facts: {
    voter?: Person;
    proxy?: Person;
    vote?: Vote;
    title?: string;
    outcome?: (typeof OUTCOMES)[number];
  };
};

/** A log entry in words; of a concealed vote only that it is one. */
export function describeEntry({ body, kind }: LogEntry): {
  author: string;
  action: string;
  at: string | null;
} {
  if (body === null) return { author: "", action: t`A vote, hidden until it is completed`, at: null };
  const { at, by, facts } = JSON.parse(body) as EntryBody;
  const action = WORDS[kind]?.(facts) ?? kind;
  return { author: by?.name || "Adjutant", action, at };
}

const WORDS: Record<string, (facts: EntryBody["facts"]) => string> = {
  created: () => "put it to the vote",
  "taken over": () => "began this log with what was there",
  vote: ({ vote, voter, proxy }) =>
    `voted ${vote ? VOTE_LABELS[vote] : ""}${proxy && voter ? t` for ${voter.name}, as proxy` : ""}`,
  rescheduled: () => "moved the deadline",
  reminded: () => "reminded those who had not voted",
  "paper attached": ({ title }) => t`attached '${title ?? ""}'`,
  "paper detached": ({ title }) => t`detached '${title ?? ""}'`,
  "paper read": () => "opened a paper",
  completed: ({ outcome }) => `completed it: ${outcome ? OUTCOME_LABELS[outcome] : ""}`,
  deleted: () => "moved it to the trash",
  restored: () => "restored it from the trash",
};
