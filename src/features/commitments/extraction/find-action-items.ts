import { isAction } from "../grammar/verb-forms.ts";
import { NOT_VERBS, wordSet } from "../grammar/word-classes.ts";
import type { Party, ThreadMessage } from "../model.ts";
import { namesOf } from "./find-addressees.ts";
import type { Sentence } from "./split-sentences.ts";

/** A line of minutes: who does it, and the token at which the work begins. */
export type ActionItem = { owner: Party; verb: number };
type Written = Pick<ThreadMessage, "text" | "author" | "recipients">;

const MARKS = /^(?:[-*•–—>→@([\])]|\d{1,2}|[.]|ai|todo)$/;
const SIDES = /^(?:side|action|actions|step|steps|part|end|todo|plate|task|tasks)$/;
const MAX_OWNER = 6;
/** What people write in capitals and mean no name. */
const WORDS = wordSet(
  "ok no is to me so we it as in on at am pm hr if or an by do go he my of up us be ai id tv pc uk eu asap eod fyi nb ps re all and but for not now the yes you",
);

/** 'Bob to resend the form', 'AI: Bob - redline of the contract', '@Priya: slides' */
export function actionItemIn(
  { tokens }: Sentence,
  { text, author, recipients: others }: Written,
): ActionItem | null {
  const words = tokens.map(({ word }) => word);
  let at = 0;
  while (at < 5 && (MARKS.test(words[at] ?? "") || (at > 0 && words[at] === ":"))) at += 1;
  const isMarked = words.slice(0, at).some((word) => word === "ai" || word === "@" || word === "action");
  const end = words.findIndex(
    (word, index) => index > at && index <= at + MAX_OWNER && /^(?:to|:|-|–|—)$/.test(word),
  );
  if (end < 0) return null;
  const naming = tokens.slice(at, end).filter(({ word }) => /^\p{L}/u.test(word));
  const named = naming.map(({ word }) => word);
  if (named.length === 0) return null;
  const isMine =
    named.some((word) => /^(?:my|our)$/.test(word)) &&
    named.some((word) => SIDES.test(word)) &&
    !named.some((word) => /^(?:ask|asks|question|questions|request|favour|news)$/.test(word));
  const isYours = named.includes("your") && named.some((word) => SIDES.test(word)) && others.length === 1;
  if ((isMine || isYours) && words[end] === ":" && words.length > end + 2)
    return { owner: isMine ? author : (others[0] ?? author), verb: end + 1 };
  const isTo = words[end] === "to";
  if (isTo && NOT_VERBS.has(words[end + 1] ?? "")) return null;
  const initials = naming.map(({ start, end: after }) => initialsIn(text.slice(start, after)));
  const owner = named.length <= 3 ? ownerOf(named, initials[0] ?? null, author, others) : null;
  if (!owner) return null;
  const last = named.at(-1) ?? "";
  if (isTo && last !== "me" && !namesOf(owner).includes(last) && initials.at(-1) !== initialsOf(owner))
    return null;
  const next = words[end + 1] ?? "";
  if (isTo ? !/^\p{L}{2,}/u.test(next) || NOT_VERBS.has(next) : !isMarked && !(at > 0 && isAction(next)))
    return null;
  return words.length > end + 2 ? { owner, verb: end + 1 } : null;
}

/** The one person whom these words name; 'me' is the author. */
function ownerOf(
  named: readonly string[],
  initials: string | null,
  author: Party,
  others: readonly Party[],
): Party | null {
  if (named.at(-1) === "me") return author;
  const found = new Set(
    [author, ...others].filter(
      (party) => namesOf(party).some((name) => named.includes(name)) || initials === initialsOf(party),
    ),
  );
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

/** Two letters or more in capitals that are no word. */
const initialsIn = (written: string): string | null =>
  /^\p{Lu}{2,4}$/u.test(written) && !WORDS.has(written.toLowerCase()) ? written : null;

const initialsOf = ({ name }: Party): string =>
  name
    .split(/\s+/)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join("");
