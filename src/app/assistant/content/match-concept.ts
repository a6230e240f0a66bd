import { isOneEditApart } from "../understanding/match-words.ts";

const SUFFIX =
  /^(?:s|es|ed|d|ing|e|er|ers|or|ors|ion|ions|ation|ations|ment|ments|al|als|ly|ness|anc[e]?|ant|ent|enc[e]?|ee|ees|y|ity|iv[e]?|ist|ag[e]?|abl[e]?|ibl[e]?|ful|th|t|n|ness|ship|ian|ic|ary|ling)$/;

/** Whether a word of a text is a form of a word that was asked for; both are stems. */
export function isForm(asked: string, stem: string): boolean {
  if (asked === stem) return true;
  const [short, long] = asked.length < stem.length ? [asked, stem] : [stem, asked];
  if (short.length < 4 || !long.startsWith(short)) return short.length >= 5 && isChanged(short, long);
  return SUFFIX.test(long.slice(short.length));
}

/** 'deliveri' and 'delivery', 'decis' and 'decid'. */
const isChanged = (short: string, long: string) =>
  long.length - short.length <= 3 && short.endsWith("y") && long.startsWith(`${short.slice(0, -1)}i`);

/** A word that was misspelled. */
export const isMisspelled = (asked: string, stem: string): boolean =>
  asked.length >= 5 && stem.length >= 5 && asked[0] === stem[0] && isOneEditApart(asked, stem);
