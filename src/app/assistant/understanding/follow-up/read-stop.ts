const BEFORE = new Set(
  "no nope oh ah wait stop hold on sorry actually hmm hm please ok okay well but".split(" "),
);
const STOPS =
  /^(?:don'?t|do not|stop|never ?mind|forget (?:it|that|about it)|scrap that|leave (?:it|them|that|those|everything)|keep (?:it|them|that|those)|not (?:that|now|yet)|i (?:don'?t|do not) want (?:it|that|them)|i(?:'d)? (?:want|like|need|prefer) to keep (?:it|them|that))\b/i;
/** What may follow: nothing that asks for something else. */
const AFTER =
  /^(?:,? ?(?:be|alone|there|as (?:it|they|that) (?:is|are|was|were)|where (?:it|they) (?:is|are)|to go out|to go|to be sent|sent|done|after all|actually|then|for now|please|thanks?|thank you|i (?:still )?(?:want|need|like) (?:to keep )?(?:it|them|that)))*[.!]*$/i;

/** Whether a sentence only takes back what was asked before: 'no, wait, leave them'. */
export function meansStop(sentence: string): boolean {
  const words = sentence.trim().split(/\s+/);
  const first = words.findIndex((word) => !BEFORE.has(word.toLowerCase().replace(/(?<![,.!])[,.!]+$/, "")));
  // 'Stop' alone is one too.
  const bare =
    first < 0 ? (words.at(-1) ?? "").replace(/(?<![,.!])[,.!]+$/, "") : words.slice(first).join(" ");
  const [found] = STOPS.exec(bare) ?? [];
  return found !== undefined && AFTER.test(bare.slice(found.length));
}
