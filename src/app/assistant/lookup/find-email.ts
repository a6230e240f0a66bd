import { emails } from "#features/email/emails.ts";
import { emailCard } from "../format-answer.ts";
import type { Turn } from "../intent.ts";
import { findOne } from "./find-one.ts";

/** Quotes several words, so that the mailbox search takes them as one phrase. */
export const quoted = (words: string) =>
  (words.includes(" ") ? `"${words.replaceAll('"', "")}"` : words).slice(0, 190);

const LATEST = /\b(?:last|latest|newest)\b/i;

/** The email that the words name. Of several from one person the newest, unless `isOnly`: then it asks. */
export const emailNamed = (turn: Turn, words: string, { isOnly = false } = {}) =>
  findOne(turn, words, {
    kind: "email",
    noun: "email",
    byId: (id) => turn.use(emails.get, { id }),
    byWords: async (text) => {
      const [, person = ""] =
        /^(?:(?:last|latest|newest) )?(?:e-?mail|mail|message|one)? ?(?:from|by|of) (.+)$/i.exec(text) ??
        /^(.+)'s (?:(?:last|latest|newest) )?(?:e-?mail|mail|message)$/i.exec(words) ??
        [];
      const about = text.replace(/^(?:e-?mail|mail|message) (?:about|on|regarding) /i, "");
      const { items } = await turn.use(emails.list, {
        text: person ? `from:${quoted(person)}` : about.slice(0, 200),
        limit: person && !(isOnly && !LATEST.test(words)) ? 1 : 5,
      });
      return items;
    },
    titleOf: ({ subject }) => subject,
    cardOf: emailCard,
  });
