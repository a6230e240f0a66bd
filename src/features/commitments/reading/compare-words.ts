const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Pronouns and words that say how or when, not what. */
const EMPTY_WORDS = wordSet(
  `to me my it in on at of by an is be as up so do we us he if or no am the and you your yours for with that this these
  those them they then will have our over also just again now soon today tonight tomorrow monday tuesday wednesday thursday
  friday saturday sunday week weekend month next end day morning noon afternoon evening january february march april may
  june july august september october november december eod his her him its their from about into some all any
  der die das den dem des ein eine einen dir dich ihnen ihr ihm mir mich uns euch es er sie du und mit zu im ins am ab um
  bis auch dann heute morgen montag dienstag mittwoch donnerstag freitag samstag sonntag
  le la les de du un une te se ce je tu il on en au aux et vous nous lui leur avec pour aussi demain lundi mardi mercredi
  jeudi vendredi samedi dimanche
  el los las lo del al su sus mi mis yo que con para una unos unas les nos os también mañana lunes martes miércoles jueves
  viernes sábado domingo`,
);
/** After them a verb of the list below is a noun: 'the call' */
const DETERMINERS = wordSet(
  "the a an my our your his her their this that these those der die das den dem ein eine einen le la les un une el los las una",
);
/** Verbs of sending and talking, wherever they stand. */
const VERBS = wordSet(
  `send sending share sharing forward forwarding attach attaching submit submitting deliver delivering email mail
  call calling phone ring meet meeting talk talking speak speaking discuss discussing
  senden schicken zusenden zuschicken weiterleiten teilen anhängen mailen anrufen telefonieren treffen sprechen besprechen
  envoyer envoie transmettre partager joindre appeler rencontrer parler discuter
  enviar envío mandar mando compartir adjuntar llamar reunirme hablar`,
);

/** Also the number of a day. */
const isEmpty = (word: string) => word.length < 2 || /^\d\d$/.test(word) || EMPTY_WORDS.has(word);

type Matter = { verb: string; objects: ReadonlySet<string> };

/** What a description is about. It begins with its verb, except where it ends with it, as in German. */
function matterOf(text: string): Matter {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  const isVerb = (at: number) =>
    VERBS.has(words[at] ?? "") && (at === 0 || !DETERMINERS.has(words[at - 1] ?? ""));
  const known = words.findIndex((_, at) => isVerb(at));
  const first = words.findIndex((word) => !isEmpty(word));
  const isFirst = words.slice(0, Math.max(first, 0)).every((word) => !DETERMINERS.has(word));
  const verb = isFirst && known !== words.length - 1 ? first : known;
  return {
    verb: words[verb] ?? "",
    objects: new Set(words.filter((word, at) => at !== verb && !isVerb(at) && !isEmpty(word))),
  };
}

/**
 * Whether two descriptions mean the same thing: half of the objects of the one with fewer are in the other. 'send it'
 * means whatever was to be sent earlier.
 */
export function isSameMatter(earlier: string, later: string): boolean {
  const [before, after] = [matterOf(earlier), matterOf(later)];
  if (after.objects.size === 0) return before.verb === after.verb;
  const shared = [...before.objects].filter((word) => after.objects.has(word)).length;
  return shared > 0 && shared * 2 >= Math.min(before.objects.size, after.objects.size);
}

/** Whether a text names what a description is about. */
export function sharesObject(what: string, text: string): boolean {
  const words = new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return [...matterOf(what).objects].some((word) => words.has(word));
}
