import { wordSet } from "./word-classes.ts";

/** What people do for others at work and at home: for the forms of speech that need a known verb. */
const ACTIONS = wordSet(
  `send mail email text message ping post ship deliver call phone ring pay transfer wire refund reserve book order confirm return
  submit draft write prepare fix repair change replace finish complete publish install forward file collect provide arrange print
  upload share review check update correct sign scan copy bring drop pick take get make do clean cook bake buy fetch organise
  organize schedule set sort build design edit translate invoice quote issue release push merge deploy test chase cancel rebook
  reschedule move add remove circulate hand remake resend reissue redo ask remind notify inform contact answer reply respond cover
  file swap charge venmo whatsapp dm cc grab hand pass water feed pull lodge circulate countersign co-sign handle process approve measure cut paint deal put give tell show register enter renew raise adjust amend revise finalise finalize`,
);
/** A gerund of these says where somebody is or what they feel. */
const PRESENCE = wordSet(
  `coming going leaving travelling traveling flying working having looking hoping trying waiting thinking planning seeing meeting
  attending staying moving visiting being running starting driving sitting standing living feeling wondering getting doing writing
  expecting talking speaking hearing taking making aiming heading walking dying loving missing struggling holding keeping enjoying
  attaching enclosing asking wanting needing joking kidding following following chasing assuming guessing considering reading arriving landing boarding
  departing returning interviewing interested willing pending existing celebrating retiring studying learning growing eating drinking sleeping`,
);
const OBJECT = /^(?:it|them|that|this|these|those|the|your|you|my|our|a|an|some|everything|all|another|\d+)$/;
const ALSO_WORK = wordSet("doing getting taking making writing asking chasing reading running keeping");

export const isAction = (word: string): boolean => ACTIONS.has(word);

/** 'sending', 'calling': the gerund of something that is done. `isNow`: a date or 'now' stands with it. */
export function isActionGerund(word: string, isNow: boolean, next = "it"): boolean {
  if (word.length < 5 || !word.endsWith("ing")) return false;
  if (word === "getting") return isNow && /^(?:it|them|that|this|these|those|you|your)$/.test(next);
  if (ALSO_WORK.has(word)) return isNow && OBJECT.test(next);
  return (
    !PRESENCE.has(word) &&
    !/^(?:thing|something|anything|nothing|everything|morning|evening|during|king|ring|bring|string|spring|building|meeting|being|nothing)$/.test(
      word,
    )
  );
}

/** 'sending' → 'send', 'sharing' → 'share', 'dropping' → 'drop' */
export function isKnownGerund(word: string): boolean {
  const stem = word.slice(0, -3);
  return word.endsWith("ing") && [stem, `${stem}e`, stem.slice(0, -1)].some(isAction);
}

const PASTS = wordSet(
  `sent gave took made got found told brought bought left met saw did had wrote paid drove came went heard said thought spoke kept
  held felt built lost sold won ran began broke chose drew ate fell flew forgot grew knew led lent rang rode shot sang sat slept
  spent stood taught threw understood wore woke hid hung laid meant rose sought shook stuck swore swept was were been gone done
  have has own live want love like`,
);
export const isPast = (word: string): boolean =>
  PASTS.has(word) ||
  (word.length > 3 && word.endsWith("ed") && word !== "need" && word !== "embed" && word !== "feed");

const DONE_TO = wordSet(
  `sent delivered transferred posted shipped paid ready done finished completed published fixed credited refunded uploaded emailed
  mailed dispatched issued returned corrected repaired replaced updated installed submitted signed resolved reimbursed forwarded
  processed wired collected printed arranged sorted shared provided reissued invoiced waived reserved booked made`,
);
/** 'will be sent' */
export const isDoneTo = (word: string): boolean => DONE_TO.has(word);
