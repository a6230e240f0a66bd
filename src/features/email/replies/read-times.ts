import { capital, FIGURE, type LanguageRules } from "../languages/language-rules.ts";

const MAX_TIMES = 3;

/** The times that a mail proposes, in its words. `suits`: the questions of the mail for yes or no. */
export function proposedTimes(sentences: readonly string[], rules: LanguageRules): string[] {
  const slots = sentences.filter((sentence) => SLOT_LINE.test(sentence));
  if (slots.length > 1 && sentences.some((sentence) => sentence.includes("?") || WHICH.test(sentence)))
    return slots.slice(0, MAX_TIMES).map((slot) =>
      capital(
        slot
          .replace(/^[-*•] /, "")
          .replace(/ [—–-] /, " at ")
          .replace(/(?<=\d[^/]{0,16}) \/ (?=\d)/u, ", "),
      ),
    );
  const proposed = sentences.flatMap((sentence, at) => timesIn(sentence, sentences[at - 1] ?? "", rules));
  const times = proposed.length > 0 ? proposed : timesBefore(sentences, rules);
  return [...new Set(times)].slice(0, MAX_TIMES);
}

/** 'Teilen Sie uns mit, welcher Termin Ihnen passt.' */
const WHICH =
  /(?<!\p{L})(?:which (?:of (?:these|them|the two)|one|day|date|time|slot)?(?: \p{L}+){0,2} ?(?:suits?|works?)|welche[rs]? (?:termin|tag|zeit)|quel (?:jour|créneau|horaire)|qué (?:día|fecha|hora))(?!\p{L})/iu;
/** 'Tue 12/8 — 9:00am MT / 4:00pm UK' */
const SLOT_LINE =
  /^(?:[-*•] )?(?:mo|di|mi|do|fr|sa|so|mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom)\p{L}{0,7}\.?,? [^.?!]{0,12}\d[^?!]{2,40}\d[^?!]{0,16}$/iu;

/** Proposals only: a deadline and what has passed are no times to agree to. */
function timesIn(sentence: string, previous: string, rules: LanguageRules): string[] {
  if (REFUSED.test(sentence) && !sentence.includes("?")) return [];
  if (OF_GOODS.test(sentence) && !MEETING.test(sentence)) return [];
  // 'And if the committee wants to push the start from 11 January to 1 February, does the price hold?'
  if (SUPPOSED.test(sentence) && !MEETING.test(sentence)) return [];
  const found = datesIn(sentence, rules);
  // 'Thursday at 3 works' agrees to what was proposed.
  if (found.length < 2 && AGREED.test(sentence)) return [];
  const isList = found.length > 1 && (sentence.includes("?") || CHOOSING.test(sentence));
  const isOffered = sentence.includes("?") || OFFERING.test(sentence);
  // 'Otherwise Friday morning.'
  const isOther = ALTERNATIVE.test(sentence) && previous.includes("?");
  if (!isList && !isOther && !(isOffered && rules.proposal.test(sentence))) return [];
  // In a request the time is part of the task, unless there are several to choose from.
  if (found.length < 2 && rules.promiseOf(sentence, true) !== null) return [];
  return found;
}

const SUPPOSED =
  /^(?:and |but |und |aber |et |mais |y |pero )?(?:if|should|in case|wenn|falls|sollte\p{L}*|si|au cas où|en caso de que)(?!\p{L})/iu;
/** When something is paid or delivered, published or done by the sender: no time to meet. */
const OF_GOODS =
  /(?<!\p{L})(?:pay\p{L}*|paid|balance|instal(?:l)?ments?|deliver\p{L}*|ship\p{L}*|units|pieces|invoices?|order(?:s|ed)?|publish\p{L}*|print\p{L}*|flights?|airlines?|united|delta|hotels?|flüge?|vuelos?|zahl(?:en|ung|bar)\p{L}*|raten?|liefer\p{L}*|stück|rechnung\p{L}*|bestell\p{L}*|pay(?:er|ée?s?|ons|ez)|paiement|solde|livr\p{L}+|unités|facture|commande|exemplaires|pagar\p{L}*|pagos?|saldo|parcialidades|entreg\p{L}+|unidades|factura|pedido)(?!\p{L})/iu;
const MEETING =
  /(?<!\p{L})(?:meet\p{L}*|calls?|lunch|dinner|coffee|visit\p{L}*|come (?:by|round|over)|appointment|slots?|free|available|attend\p{L}*|treffen|termin\p{L}*|telefon\p{L}*|besuch\p{L}*|vorbei\p{L}*|besprechung|rendez-vous|réunion|rencontr\p{L}+|passer|visite|créneaux?|reunión|reunir\p{L}*|cita|visita|llamada|vernos)(?!\p{L})/iu;

const AGREED =
  /(?<!\p{L})(?:works|suits(?: me| us)?|is (?:fine|good|perfect)|passt(?: mir| uns)?(?: gut)?|me convient|me viene bien)(?: (?:well|fine|great|for (?:me|us)|with (?:me|us)))?[.!]*$/iu;

/** Those of a sentence that are no deadlines and no time that the sender cannot make. */
function datesIn(text: string, rules: LanguageRules): string[] {
  const sentence = text.replace(TWO_DAYS, (all, first: string, or: string, second: string, month: string) =>
    [...`${first}${month}`.matchAll(rules.time)].length > 0
      ? `${first}${month} ${or} ${second}${month}`
      : all,
  );
  const found: { time: string; index: number; end: number }[] = [];
  for (const { 0: time, index } of sentence.matchAll(rules.time)) {
    const last = found.at(-1);
    const between = last ? sentence.slice(last.end, index) : "";
    // '17 décembre 2026 à 10h30' is one time.
    if (last && SAME_TIME.test(between)) {
      last.time = `${last.time}${between.replace(/ \d{4}/, "")}${time}`;
      last.end = index + time.length;
    } else found.push({ time, index, end: index + time.length });
  }
  return found.flatMap(({ time, index, end }, at) => {
    // 'Thursday to Sunday', 'Montag, 3. Mai, bis Freitag, 7. Mai' and 'la semaine du 14' are no times to choose from.
    const next = found[at + 1];
    const isRange =
      (next !== undefined && RANGE.test(sentence.slice(end, next.index))) ||
      RANGE.test(sentence.slice(found[at - 1]?.end ?? index, index)) ||
      WEEK_OF.test(sentence.slice(0, index));
    if (isRange) return [];
    const last = found[at - 1]?.end ?? 0;
    const isOther = / (?:or|oder|ou|o) /iu.test(sentence.slice(last, index));
    const before = sentence.slice(Math.max(isOther ? last : 0, index - 18), index);
    const isDeadline = rules.deadline.test(before) && !/(?:from|ab|dès|desde) [^ ]*$/iu.test(before);
    return isDeadline || REPLACED.test(before) ? [] : capital(time.trim());
  });
}
const RANGE = /^,? ?(?:to|until|till|through|bis|au|al|hasta|jusqu['’]au|[–-])(?: (?:the|zum|el|le))? ?$/iu;
const WEEK_OF =
  /(?:week (?:of|commencing|beginning)|w\/c|woche (?:vom|ab|des)|semaine du|semana del)(?: the)? ?$/iu;
const SAME_TIME = /^(?: \d{4})?,? (?:à|at|um|a las|gleich früh um) $/iu;
/** '16 or 17 December' */
const TWO_DAYS = /(\d{1,2}\.?) (or|oder|ou|o) (\d{1,2}\.?)((?: de| of)? \p{L}{3,10})/giu;
const REPLACED =
  /(?:instead of|rather than|statt(?!\p{L})|anstatt|anstelle von|au lieu d\p{L}+|en lugar d\p{L}+)(?!\p{L})/iu;

/** 'We would come on 10 December. Does this suit you?' */
function timesBefore(sentences: readonly string[], rules: LanguageRules): string[] {
  const at = sentences.findIndex((sentence) => THIS_SUITS.test(sentence));
  for (const sentence of at < 0 ? [] : sentences.slice(Math.max(0, at - 2), at).reverse()) {
    const times = REFUSED.test(sentence) ? [] : datesIn(sentence, rules);
    if (times.length > 0) return times;
  }
  return [];
}
/** What asks about a time that was named before. */
export const THIS_SUITS =
  /(?:(?:is|would|does|will) (?:this|that|it)|any of (?:these|those)|if (?:this|that|it)(?: is|['’]s)?|are these|do these|(?:this|that|it) (?:is|works?|suits?)) (?:\p{L}+ ){0,2}?(?:convenient|suits?|works?|ok(?:ay)?|fine|possible|all right|acceptable)(?!\p{L})|(?:passt|passen) (?:ihnen|dir|euch)? ?(?:das|dies|der termin)|(?:das|der termin) (?:ihnen|dir|euch)? ?passt|ob (?:ihnen|dir|euch) (?:das|der termin)|(?:ist|wäre) (?:das|dies|der termin) (?:(?:für (?:sie|dich|euch)|ihnen|dir) )?(?:ok|in ordnung|möglich|recht)|(?:cela|ça|cette date|ce créneau) (?:vous|te) (?:convient|va|conviendrait)|(?:le|te|os) (?:viene|vendría|parece) bien\??$|si (?:le|te) (?:viene bien|conviene)/iu;

/** 'Can we talk about it next week?' */
export const CONVERSATION =
  /(?:can|could|shall|können|könnten|wollen|peut-on|pourrions|podemos|podríamos)(?!\p{L}).{0,40}(?<!\p{L})(?:talk|speak|discuss|sprechen|reden|parler|hablar)(?!\p{L})/iu;

/** 'Year 4 will visit the museum on Friday' proposes nothing. */
const OFFERING =
  /\b(?:could|can|would|shall|suggest|propos\p{L}*|available|free|how about|either|offer|works?|suits?|let['’]s|könnte\p{L}*|kann|können|ginge|geht|passt|passen|vorschl\p{L}*|schlage|frei|wie wäre?|pourr\p{L}+|peux|libre|disponible|convien\p{L}*|podr\p{L}+|puede\p{L}*|propon\p{L}*|viene bien)/iu;
const CHOOSING = /(?<!\p{L})(?:or|either|prefer\p{L}*|slots?|choose|oder|entweder|ou|soit|o)(?!\p{L})/iu;
const ALTERNATIVE =
  /^(?:otherwise|alternatively|or(?: else)?|if not,?|sonst|ansonsten|alternativ|oder|sinon|ou|si no|o bien)(?!\p{L})/iu;

/** What does not suit the sender is no proposal. */
const REFUSED =
  /\b(?:cannot|can['’]t|could not|couldn['’]t|unable|not able|won['’]t|does not|doesn['’]t|did not|nicht|verhindert|ne (?:peux|peut|pourrai|suis)|no puedo|no podré|imposible)\b/iu;

/** Until when the sender wants an answer, as a reply names it: 'by Wednesday', 'bis zum 7. Dezember'; null where it is not said. */
export function dueIn(all: readonly string[], rules: LanguageRules): string | null {
  const ofReader = all.filter((sentence) => !OF_SENDER.test(sentence));
  // What the sender needs comes before what others set.
  const sentences = [
    ...ofReader.filter((sentence) => NEEDED.test(sentence)),
    ...ofReader.filter((sentence) => !NEEDED.test(sentence)),
  ];
  for (const whole of sentences) {
    // 'whether delivery before 15 March is sure' asks about that day.
    const sentence = whole.split(WHETHER)[0] ?? whole;
    if (REPORTED.test(sentence)) continue;
    if (BY_RETURN.test(sentence)) return null;
    const before = sentence.search(BEFORE_THAT[rules.language]);
    const day = before < 0 ? undefined : [...sentence.slice(0, before).matchAll(rules.time)].at(-1)?.[0];
    if (day !== undefined) return dueOf(day.trim(), rules.language);
    const end = WANTED.test(sentence) ? DUE_END[rules.language]?.exec(sentence)?.[0] : undefined;
    if (end && /^(?:till|until) /iu.test(end)) return end.replace(/^\p{L}+/u, "by");
    if (end && /^\p{L}{3,6}day/iu.test(end)) return dueOf(end, rules.language);
    if (end) return `${end.slice(0, 1).toLowerCase()}${end.slice(1)}`;
    if (!WANTED.test(sentence) || PAST.test(sentence)) continue;
    for (const { 0: time, index } of sentence.matchAll(rules.time)) {
      const before = sentence.slice(Math.max(0, index - 24), index);
      if (DUE_BEFORE[rules.language].test(before)) return dueOf(time.trim(), rules.language);
    }
  }
  return null;
}
const WHETHER = / (?=(?:whether|si (?:la|el|los|las|le|les|une?|l['’])|ob (?:die|der|das|ein))(?!\p{L}))/iu;
const BY_RETURN = /(?<!\p{L})(?:by return|umgehend|par retour|a vuelta de correo)(?!\p{L})/iu;
/** 'The board meets on the 10th, so I would be glad of an answer before.' */
const BEFORE_THAT: Readonly<Record<LanguageRules["language"], RegExp>> = {
  en: /(?<!\p{L})(?:answer|reply|hear from you|know) before (?:that|then)(?!\p{L})/iu,
  de: /(?<!\p{L})(?:antwort|rückmeldung) (?:vorher|davor)(?!\p{L})/iu,
  fr: /(?<!\p{L})réponse (?:avant|d['’]ici là)[.!]?$/iu,
  es: /(?<!\p{L})(?:respuesta|contestación) antes[.!]?$/iu,
};
/** 'by the end of next week' */
const DUE_END: Partial<Readonly<Record<LanguageRules["language"], RegExp>>> = {
  en: /(?<!\p{L})by (?:close (?:on |of business on )?)?(?:\p{L}{3,6}day )?(?:the )?\d{1,2}(?:st|nd|rd|th)(?! of)(?!\p{L})|(?<!\p{L})(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: the \d{1,2}(?:st|nd|rd|th))?(?= at the latest)|(?<!\p{L})(?:till|until) (?:mon|tues?|wed|thurs?|fri)(?!\p{L})|(?<!\p{L})within (?:the next )?(?:\d{1,2}|two|three|five|seven|ten) (?:hours|days)(?!\p{L})|(?<!\p{L})by (?:(?:noon|\d{1,2}(?:[:.]\d{2})? ?[ap]m) (?:today|tomorrow|on \p{L}+day(?: \d{1,2} \p{L}+)?)|the end of (?:the|this|next) (?:week|month|day|year)|tonight|noon|(?:this|next) week)(?!\p{L})/iu,
  fr: /(?<!\p{L})sous (?:\d{1,2}|huit|dix|quinze) (?:heures|jours)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:en|dentro de) (?:un plazo de )?\d{1,2} (?:horas|días)(?!\p{L})|(?<!\p{L})antes del \d{1,2}(?! de )(?!\d)|(?<!\p{L})(?:hoy )?antes de las \d{1,2}(?::\d{2})?(?: ?h(?!\p{L}))?/iu,
  de: /(?<!\p{L})(?:innerhalb von|binnen) (?:\d{1,2}|zwei|drei|fünf|sieben|zehn|vierzehn) (?:stunden|tagen)(?!\p{L})|(?<!\p{L})vor (?:weihnachten|ostern|pfingsten|silvester)(?!\p{L})|(?<!\p{L})bis (?:ende (?:der|dieser|nächster) woche|ende des monats|monatsende|wochenende|heute abend)(?!\p{L})/iu,
};
const DUE_BEFORE: Readonly<Record<LanguageRules["language"], RegExp>> = {
  en: /(?<!\p{L})(?:by|before|until|till|no later than|(?:closes?|lapses?|expires?|ends?)(?: on)?|deadline(?: for \p{L}+)? is) (?:the )?$/iu,
  de: /(?<!\p{L})(?:bis|spätestens|vor)(?: (?:spätestens ?)?(?:zum|am|dem)?)? ?$/iu,
  fr: /(?:avant|d['’]ici|au plus tard|jusqu['’]au)(?: (?:le|la|au|à))? $/iu,
  es: /(?:antes del?|hasta|a más tardar|para)(?: el)? $/iu,
};
/** The day on which the sender does something. */
const OF_SENDER =
  /(?<!\p{L})(?:so (?:that )?(?:we|i) (?:can|may)|(?:we|i) (?:can|will|could|would) (?:then )?(?:pay|release|send|deliver|ship|start|transfer)|damit (?:wir|ich) .{0,40}(?:zahlen|liefern|freigeben|überweisen))(?!\p{L})/iu;
const NEEDED =
  /(?<!\p{L})(?:need\p{L}*|please|kindly|let (?:me|us) know|want|require|benötig\p{L}*|brauch\p{L}*|bitte\p{L}*|könn(?:ten|test|en)|veuillez|merci de|répon\p{L}*|reconnaissants?|necesit\p{L}*|rueg\p{L}*|contest\p{L}*|por favor)(?!\p{L})/iu;
/** 'We will be back by Friday' wants nothing. */
const WANTED =
  /(?<!\p{L})(?:something|must|returned|agreed by|faire parvenir|saur(?:ai|ion)s gré|yes or no|saberlo|saber|sagen|on hold|hold(?:s|ing)? (?:it|them|both|the)|(?:offer|quote|portal|payroll|registration|form) (?:closes|lapses|expires|ends)|numbers|respond|attendons|dime|dinos|(?:muss|müssen) (?:ich|wir)|(?:il )?(?:me|nous) faut|je dois|nous devons|tengo que|tenemos que|contest\p{L}*|rueg\p{L}*|benötig\p{L}*|br[aä]uch\p{L}*|reconnaissants?|need|necesit\p{L}*|repl(?:y|ies)|respond|answer|know|tell|please|kindly|could you|can you|would you|decide|decision|feedback|approval|réponse|confirm|deadline|vote|back to (?:me|us)|otherwise|valid|expect|want|bitte|bescheid|rückmeldung|antwort\p{L}*|entscheid\p{L}*|frist|gültig|kannst|könn\p{L}+|erwart\p{L}*|merci|veuillez|répon\p{L}*|confirm\p{L}*|pourri\p{L}*|pouvez|peux|dire|valable|délai|por favor|respuesta|respond\p{L}*|podría\p{L}*|puedes?|válid[ao]|plazo|decid\p{L}*)(?!\p{L})/iu;
/** What somebody said before. */
const REPORTED =
  /(?<!\p{L})(?:(?:you|he|she|they|we) (?:said|mentioned|promised|told)|(?:sie|du) (?:sagten|sagtest|hatten|hattest)|vous (?:avez|aviez) (?:dit|promis)|(?:dijo|dijiste|mencionó))(?!\p{L})/iu;
const PAST = /(?<!\p{L})(?:was|were|war|waren|était|venció|fue)(?!\p{L})/iu;

function dueOf(time: string, language: LanguageRules["language"]): string {
  const isDate = /^\d/.test(time);
  if (language === "en") return `by ${time}`;
  if (language === "de") return isDate && !/uhr/iu.test(time) ? `bis zum ${time}` : `bis ${time}`;
  if (language === "fr") return `d'ici ${isDate ? "le " : ""}${time}`;
  return `antes del ${time.replace(/^el /iu, "")}`;
}

/** An amount is agreed to where it is offered, or where the mail asks for it; a share of something is not, nor the reader's own offer. */
export function proposedFigure(
  sentences: readonly string[],
  rules: LanguageRules,
  isAsked: boolean,
): string | null {
  const found = sentences.map((sentence) => figureIn(sentence, rules, isAsked)).find(Boolean) ?? null;
  if (found !== null || !isAsked) return found;
  // 'Would you go up to that figure?' means the one before.
  const at = sentences.findIndex((sentence) => THIS_FIGURE.test(sentence));
  return at < 1 ? null : (figuresOf(sentences[at - 1] ?? "").at(-1) ?? null);
}
/** 'up to that figure' */
export const THIS_FIGURE =
  /(?:that|this|the) (?:figure|amount|price|sum|rate)(?!\p{L})|(?:diesem|diesen|dieser) (?:betrag|preis|summe)|ce (?:montant|prix)|(?:est[ea]) (?:importe|precio|cifra)/iu;

function figureIn(sentence: string, rules: LanguageRules, isAsked: boolean): string | null {
  if (!rules.figureProposal.test(sentence) || !(isAsked || OFFER.test(sentence))) return null;
  const figures = figuresOf(sentence);
  // 'A voucher of 150 euros or a refund of 90 euros' is a choice.
  return figures.length > 1 && / (?:or|oder|ou|o) /iu.test(sentence) ? null : (figures.at(-1) ?? null);
}
const OFFER = /offer|propos|suggest|quote|biete|anbieten|vorschl|ofre/iu;

const figuresOf = (sentence: string): string[] =>
  [...sentence.matchAll(FIGURE)].flatMap(({ 0: found, index }) => {
    const before = sentence.slice(Math.max(0, index - 40), index);
    const isShare = /%|percent|prozent|pour cent|por ciento/iu.test(found);
    return isShare || OLD_FIGURE.test(before) ? [] : found.trim().replace(/[.,]{1,3}$/u, "");
  });
/** The reader's own offer, and what held before. */
const OLD_FIGURE =
  /(?:your (?:\p{L}+ )?(?:offer|price|proposal|bid)|instead of|up from|down from|statt|bisher(?:ige[nr]?)?|ihr(?:em|e|en)? (?:angebot|preis)|votre (?:offre|proposition)|au lieu d\p{L}+|su (?:oferta|propuesta)|en lugar d\p{L}+)(?: \p{L}+){0,2} $/iu;
