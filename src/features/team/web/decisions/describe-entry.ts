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

/** A log entry in words, with its author as an element (`rich`); of a concealed vote only that it is one. */
export function describeEntry({ body, kind }: LogEntry): { words: string; at: string | null } {
  if (body === null) return { words: t`A vote, hidden until it is completed`, at: null };
  const { at, by, facts } = JSON.parse(body) as EntryBody;
  const author = by?.name || "Adjutant";
  return { words: WORDS[kind]?.(author, facts) ?? `<0>${author}</0> ${kind}`, at };
}

const WORDS: Record<string, (author: string, facts: EntryBody["facts"]) => string> = {
  created: (author) => t`<0>${author}</0> put it to the vote`,
  "taken over": (author) => t`<0>${author}</0> began this log with what was there`,
  vote: (author, { vote, voter, proxy }) => {
    const choice = vote ? VOTE_LABELS[vote] : "";
    return proxy && voter
      ? t`<0>${author}</0> voted ${choice} for ${voter.name}, as proxy`
      : t`<0>${author}</0> voted ${choice}`;
  },
  rescheduled: (author) => t`<0>${author}</0> moved the deadline`,
  reminded: (author) => t`<0>${author}</0> reminded those who had not voted`,
  "paper attached": (author, { title }) => t`<0>${author}</0> attached '${title ?? ""}'`,
  "paper detached": (author, { title }) => t`<0>${author}</0> detached '${title ?? ""}'`,
  "paper read": (author) => t`<0>${author}</0> opened a paper`,
  completed: (author, { outcome }) =>
    t`<0>${author}</0> completed it: ${outcome ? OUTCOME_LABELS[outcome] : ""}`,
  deleted: (author) => t`<0>${author}</0> moved it to the trash`,
  restored: (author) => t`<0>${author}</0> restored it from the trash`,
};
