import { frenchPhrases } from "./french-phrases.ts";
import { bareSentence, type LanguageRules, partBefore } from "./language-rules.ts";

const MAX_WORDS = 16;
const MONTHS = "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre";
const CLOCK = "(?:\\d{1,2} ?h(?:eures)?(?!\\p{L})(?: ?\\d{2})?|\\d{1,2}:\\d{2}|midi)";
const PART = "(?:matin|midi|après-midi|soir)";
const DAY = `(?:(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?: prochain)?(?: (?:1er|\\d{1,2})(?: (?:${MONTHS}))?)?(?: ${PART})?|(?:1er|\\d{1,2}) (?:${MONTHS})|(?:après-)?demain(?: ${PART})?|ce soir)`;

const REQUEST =
  /(?:^|[,;:–—] ?(?:et |mais )?|^(?:et|aussi) )(?:est-ce que )?(?:pourri?ez-vous|pouvez-vous|peux-tu|pourrais-tu|tu peux|tu pourrais|vous pouvez|vous pourriez)(?: s['’]il (?:vous|te) pla[iî]t)? (?:(?:également|aussi|encore) )?((?:m['’]|nous |me |te |vous |aussi |nous )?\p{Ll}.+)/iu;
const THANKS_FOR =
  /(?:^|[,;:–—] ?)(?:merci (?:par avance |d['’]avance )?de(?: bien vouloir)? |merci d['’](?=\p{Ll}{1,20}(?:er|ir|re)\b)|veuillez |prière de |je vous prie de(?: bien vouloir)? )((?:m['’]|me |nous )?\p{Ll}.+)/iu;
const IMPERATIVE =
  /(?:^|[,;:–—] ?)(?:s['’]il (?:te|vous) pla[iî]t,? )?(?:envoie|envoyez|dis|dites|donne|donnez|rappelle|rappelez|apporte|apportez|transmets|transmettez|réponds|répondez)-(?:moi|nous)\b/iu;
const NO_REQUEST =
  /^(?:trouver|noter|recevoir|agréer|croire|excuser|m['’]excuser|nous excuser|ne pas|accepter|m['’]avoir|nous avoir|ton|votre|pour|avoir)\b|(?:dire|indiquer|faire savoir) (?:si|quand|comment|où|quel)/iu;
const CONFIRM = /^(?:me |nous )?confirmer(?!\p{L})/iu;
const REASON =
  /,? (?:afin (?:de|que)|parce que|car|sinon|pour que|si possible|dès que possible|au plus vite|merci|s['’]il (?:te|vous) pla[iî]t)(?!\p{L})|, /iu;

function promiseOf(sentence: string, isFormal: boolean) {
  const bare = bareSentence(sentence);
  const found = REQUEST.exec(bare)?.[1] ?? THANKS_FOR.exec(bare)?.[1];
  const refusal = frenchPhrases.refusal(isFormal);
  const generic = frenchPhrases.promise(isFormal);
  if (found === undefined) return IMPERATIVE.test(bare) ? { promise: generic, also: generic, refusal } : null;
  if (NO_REQUEST.test(found)) return null;
  if (CONFIRM.test(found))
    return { promise: isFormal ? "Je vous le confirme." : "Je te le confirme.", also: generic, refusal };
  const action = swapped(partBefore(found, REASON), isFormal);
  if (action === null) return { promise: generic, also: generic, refusal };
  return { promise: `Je vais ${action}.`, also: `Je vais aussi ${action}.`, refusal };
}

/** From the sender's view to the reader's: 'm'envoyer le devis' becomes 'vous envoyer le devis'. Null where that is not sure. */
function swapped(action: string, isFormal: boolean): string | null {
  const text = action.trim();
  const words = text.split(/\s+/);
  if (text === "" || words.length > MAX_WORDS || text.length > 140 || /[;()«»"?]|https?:/.test(text))
    return null;
  const [, pronoun = "", rest = ""] = /^(m['’]|me |nous |aussi )?(.+)$/iu.exec(text) ?? [];
  if (!/^\p{Ll}+(?:er|ir|re)(?!\p{L})/u.test(rest)) return null;
  if (/(?<!\p{L})(?:vous|tu|te|toi|votre|je|j['’]|t['’]|m['’]|me|moi|nous|notre)(?!\p{L})/iu.test(rest))
    return null;
  const isVowel = /^[aeiouyéèêàâîôhœ]/iu.test(rest);
  const to = /^(?:m|nous)/iu.test(pronoun)
    ? isFormal || /^nous/iu.test(pronoun)
      ? "vous "
      : isVowel
        ? "t'"
        : "te "
    : "";
  const own = isFormal ? FORMAL_OWN : INFORMAL_OWN;
  return (
    to +
    rest
      .split(" ")
      .map((word) => own[word] ?? word)
      .join(" ")
  );
}
const FORMAL_OWN: Readonly<Record<string, string>> = {
  vos: "mes",
  mon: "votre",
  ma: "votre",
  mes: "vos",
  nos: "vos",
};
const INFORMAL_OWN: Readonly<Record<string, string>> = {
  ton: "mon",
  ta: "ma",
  tes: "mes",
  mon: "ton",
  ma: "ta",
  mes: "tes",
  nos: "vos",
};

const WH =
  /(?<!\p{L})(?:quand|où|qui est|comment|pourquoi|combien|quel(?:le)?s?|lequel|laquelle|qu['’]est-ce|que (?:pensez|penses|dois|faut|devons|voulez|veux)|à quelle)(?!\p{L})/iu;
const isOpen = (sentence: string): boolean =>
  WH.test(bareSentence(sentence)) ||
  (/ ou /iu.test(bareSentence(sentence)) && !/ ou (?:non|pas)/iu.test(sentence));

function yesOrNo(sentence: string, isYes: boolean, isFormal: boolean): string {
  const words = bareSentence(sentence);
  if (/possible/iu.test(words) && !/vous|te |toi/iu.test(words))
    return isYes ? "Oui, c'est possible." : "Malheureusement, ce n'est pas possible.";
  if (/d['’]accord/iu.test(words))
    return isYes ? "Oui, je suis d'accord." : "Malheureusement, je ne suis pas d'accord.";
  if (/présente?s?(?!\p{L})|tu viens|vous viendr|tu viendras|particip/iu.test(words))
    return isYes ? "Oui, je serai là." : "Malheureusement, je ne pourrai pas être là.";
  if (/convien|va(?:-t-il)?\b|ça te va|arrange|possible|disponible|libre/iu.test(words))
    return isYes ? "Oui, cela me convient très bien." : "Malheureusement, cela ne me convient pas.";
  if (/(?:puis-je|je peux|je pourrais|pourrais-je)/iu.test(words))
    return isYes ? "Oui, bien sûr." : "Malheureusement, ce n'est pas possible.";
  if (/(?:dois-je|faut-il que je)/iu.test(words))
    return isYes
      ? isFormal
        ? "Oui, je vous en prie."
        : "Oui, vas-y."
      : "Non merci, ce n'est pas nécessaire.";
  if (
    /(?:voulez-vous|veux-tu|aimeri(?:ez-vous|ais-tu)|souhaitez-vous|tu viens|vous venez|venez-vous|viens-tu|ça te dit)/iu.test(
      words,
    )
  )
    return isYes ? "Oui, avec plaisir." : "Non, merci beaucoup.";
  return isYes ? "Oui, tout à fait." : "Non, malheureusement pas.";
}

function gapFor(sentence: string): string {
  const words = bareSentence(sentence).toLowerCase();
  if (/quelle heure/.test(words)) return "À [heure].";
  if (/combien de temps/.test(words)) return "Environ [durée].";
  if (/quand|quel(?:le)? (?:jour|date)/.test(words)) return "Ce sera le [jour].";
  if (/combien|quel(?:le)?s?.{0,24}(?:prix|montant|tarif|budget)/.test(words)) return "Ce sera [montant].";
  if (/(?<!\p{L})qui(?!\p{L})/u.test(words)) return "C'est [nom].";
  if (/(?<!\p{L})où(?!\p{L})/u.test(words)) return "C'est à [lieu].";
  if (/pourquoi/.test(words)) return "La raison : [raison].";
  if (/quel|lequel| ou /.test(words)) return "Je choisirais [choix].";
  return "[Réponse].";
}

export const french: LanguageRules = {
  language: "fr",
  phrases: frenchPhrases,
  courtesy:
    /(?:comment (?:allez-vous|vas-tu|ça va)|ça va|tout va bien|j['’]espère|n['’]hésite|reste(?:ns)? à (?:votre|ta) disposition|avez-vous (?:passé|bien)|des questions\s?\?$|n['’]est-ce pas)/iu,
  promiseOf,
  isOpen,
  yesOrNo,
  alternatives: () => [],
  gapFor,
  // The gender of a noun would have to be known.
  topicOf: () => null,
  time: new RegExp(
    `(?<![\\p{L}\\p{N}])(?:(?<=à )${CLOCK}|${DAY}(?:,? (?:à|vers|dès) ${CLOCK}|,? ${CLOCK}| entre ${CLOCK} et ${CLOCK})?)(?![\\p{L}\\p{N}])`,
    "giu",
  ),
  proposal:
    /(?:convien|arrange|rendez-vous|réunion|appel|disponible|libre|propos|possible|voir|rencontr|déjeuner|dîner|café|déplacer|reporter|décaler|ça te va|vous va|soit )/iu,
  deadline: /(?:avant|d['’]ici|jusqu|au plus tard|depuis|après|échéance|dès|à partir)/iu,
  asksForTime:
    /(?:quand (?:(?:seriez|êtes|serez)-vous (?:libre|disponible)|(?:es|serais|seras)-tu (?:libre|disponible)|(?:pouvons|pourrions|peut|pourrait)-(?:nous|on) (?:nous|se|en) (?:voir|rencontrer|parler|appeler)|(?:cela|ça) (?:vous|te))|quelles? (?:sont vos |seraient vos )?(?:disponibilités|dates?|jour)|vos disponibilités|tes disponibilités|fixer (?:un|une)|convenir d['’]un|(?:reporter|décaler)[^?]{0,60}\?|trouver (?:un|une) (?:date|créneau|moment)|proposer (?:une|des) (?:date|créneau))/iu,
  figureProposal:
    /(?:propos|offr|offre|accepter|d['’]accord|notre prix|tarif|honoraires|remise|rabais|serait de|forfait|devis|convient)/iu,
  invitation:
    /(?:(?:honorés|heureux|ravis) (?:de vous (?:compter|accueillir|recevoir|avoir)|que vous)|(?:vous|t['’]|te) ?invite|inviter|invitation|invités?(?!\p{L})|vous convier|te joindre à nous|vous joindre à nous|venir (?:dîner|fêter|à)|(?:tu|vous) (?:viens|venez)(?: aussi)? ?\?)/iu,
  thanks:
    /(?:merci(?! (?:par avance |d['’]avance )?(?:de |d['’])(?:bien vouloir |me |m['’]|nous |ne |\p{Ll}+(?:er|ir|re)(?!\p{L})))|remerci)/iu,
  illness: /(?:je suis (?:malade|souffrant)|grippe|à l['’]hôpital|arrêt maladie|hospitalis)/iu,
  death: /(?:décès|décédé|est mort|obsèques|enterrement)/iu,
  goodNews:
    /(?:est née?|attendons un (?:bébé|enfant)|suis enceinte|nous nous marions|fiancé|promue? |réussi (?:l['’]|mon)|remporté)/iu,
  complaint:
    /(?:inacceptable|réclamation|déçue?|mécontent|(?:deuxième|troisième) fois|incomplète?|(?:arrivée?s?|livrée?s?) (?:cassée?s?|endommagée?s?)|erreur (?:de|sur) (?:facturation|la facture|votre facture))/iu,
  leaving:
    /(?:je quitte (?:la|l['’]|le|mon)|ma démission|je démissionne|mon dernier jour|mon départ|pot de départ|mes adieux)/iu,
  apology: /(?:désolé|excus|pardon|navré)/iu,
  formal: /(?<!\p{L})(?:vous|votre|vos)(?!\p{L})/iu,
  informal: /(?<!\p{L})(?:tu|toi|ton|tes|t['’]\p{L}+|bises|bisous)(?!\p{L})/iu,
};
