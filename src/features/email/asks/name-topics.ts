import type { WrittenLanguage } from "#platform/language/detect-language.ts";
import { bareSentence, capital } from "../languages/language-rules.ts";

/** What a question is about, in one to four words of the mail, as a line of a list begins: 'Fire drill report'. */
export function topicLabel(
  sentence: string,
  previous: string,
  language: WrittenLanguage,
  known: string | null,
): string | null {
  const heading = headingIn(previous);
  if (heading !== null) return heading;
  const bare = bareSentence(sentence);
  const acronym = ACRONYM.exec(bare)?.[0];
  if (acronym !== undefined) return acronym;
  const short = known?.replace(/^(?:the|your|our) /iu, "") ?? "";
  if (short !== "" && !ENGLISH.without.test(short)) return capital(short);
  if (language === "de") return nounIn(bare);
  const found =
    language === "fr"
      ? thingIn(bare, FRENCH)
      : language === "es"
        ? thingIn(bare, SPANISH)
        : (thingIn(bare, ENGLISH) ?? thingIn(bare, ENGLISH_NEED));
  return found === null || WEEKDAY.test(found) ? null : capital(found.replace(/^your /iu, "my "));
}

const WEEKDAY = /^(?:the )?(?:mon|tues|wednes|thurs|fri|satur|sun)day$/iu;

/** 'the TRC for this year' */
const ACRONYM =
  /(?<=\p{Ll} )(?!USD|EUR|GBP|CHF|VAT|IVA|TVA|CEO|CFO|PDF|FYI|ASAP|NOT|AND)\p{Lu}{3,5}(?![\p{L}\d])/u;

/** 'Firstly, the Christmas closure.' above its question */
function headingIn(sentence: string): string | null {
  const [, name = ""] = HEADING.exec(sentence) ?? [];
  return name === "" || VERB.test(name) ? null : capital(name);
}
const HEADING =
  /^(?:(?:and |und |et |y )?(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|last(?:ly)?|finally|next|also|erstens|zweitens|drittens|zuletzt|außerdem|d['’]abord|ensuite|enfin|primero|segundo|por último),? )?(?:the |our |your |my |die |der |das |le |la |les |el |los |las )((?:[\p{L}\p{N}'’-]+ ){0,3}[\p{L}\p{N}'’-]+)[.:]$/iu;
const VERB =
  /(?<!\p{L})(?:is|are|was|were|has|have|will|can|works?|ist|sind|war|hat|wird|est|sont|sera|es|son|será|fue|goes|went|came|died|failed)(?!\p{L})/iu;

/** The first noun that is a thing. */
function nounIn(sentence: string): string | null {
  for (const { 0: noun } of sentence.matchAll(NOUN)) if (!NO_GERMAN_THING.test(noun)) return noun;
  return null;
}
const NOUN = /(?<=[\p{Ll}\d€%), „] )(?<![.?!:] )\p{Lu}[\p{L}-]{2,}/gu;
const NO_GERMAN_THING =
  /^(?:Sie|Ihnen|Ihr\p{L}{0,3}|Herrn?|Frau|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Uhr|Ende|Anfang|Mitte|Wochen?|Tage?n?|Monate?n?|Jahre?n?|Bescheid|Rückmeldung|Antwort|Nachricht|Zeit|Lust|Fragen?|Moment|Dank|Mitteilung|Möglichkeit|Euro|Prozent|Grüße[n]?|Interesse|Meinung|Ordnung|Recht|Dinge|Sachen|Punkte?|Abend|Mittag|Morgen|Nachmittag|Wort|Hand|Seite|Weise|Fall|Stelle|Mal|Details)(?!\p{L})/u;

function thingIn(sentence: string, { thing, without }: Things): string | null {
  for (const { 1: found = "" } of sentence.matchAll(thing))
    if ((found.length > 3 || /\d/u.test(found)) && !without.test(found)) return found.trim();
  return null;
}
type Things = { thing: RegExp; without: RegExp };
const ENGLISH: Things = {
  thing:
    /(?<!\p{L})(?:the |our |this |an? |one |two |three |(?=your ))((?:your )?(?:[\p{L}-]{3,30} ){0,2}?[\p{L}-]{4,30}(?: (?:of|on|about) (?:the )?[\p{L}-]{4,30})?)(?= (?:by|for|on|at|in|to|of|with|as|is|are|or|and|that|before|until|from|again)(?!\p{L})|[,.;:]|$)/giu,
  without:
    /(?<!\p{L})(?:time|day|week|month|year|moment|bit|lot|same|other|next|last|first|call|answer|reply|possible|please|know|look|move|meantime|details?|points?|side|way|things?|parts?|idea|questions?|chance|hand|words?|note|second|stands|something|anything|following|above|attached|matter|notes?)(?!\p{L})|(?:ing|ed|ly)$/iu,
};
/** 'Do you need vegan options?' */
const ENGLISH_NEED: Things = {
  thing:
    /(?<!\p{L})(?:need|want|include|prefer|keep|any|some) ((?:(?!any|some|to)[\p{L}-]{4,} )?[\p{L}-]{4,})(?= (?:by|for|on|at|in)(?!\p{L})|[,.;:]|$)/giu,
  without: ENGLISH.without,
};
const FRENCH: Things = {
  thing:
    /(?<!\p{L})(?:le |la |les |l['’]|un |une |deux |trois |des |du |au |votre |vos |ton |ta |tes |cette |cet |ce |ces )([\p{L}-]{4,}(?: (?:de |du |des |d['’])[\p{L}-]{4,})?|v\d)/giu,
  without:
    /^(?:présente?|cas|cadre|trucs?|choses?|points?|questions?|grande?s?|petite?s?|nouve(?:au|lle)s?|bonn?e?s?|belles?|fois|jours?|semaines?|mois|temps|part|plus|moins|réponse|moment|question|possibilité|mesure|avance|suite|plupart|même|lundi|mardi|mercredi|jeudi|vendredi|faire|avoir|être)(?!\p{L})|^\p{L}+(?:er|ez|ir|rai)$/iu,
};
const SPANISH: Things = {
  thing:
    /(?<!\p{L})(?:el|la|los|las|un|una|dos|tres|su|sus|tu|tus|este|esta|del|al) ([\p{L}-]{4,}(?: (?:de|del|de la) [\p{L}-]{4,})?)/giu,
  without:
    /^(?:presente|medio|respecto|apoyo|caso|cosas?|puntos?|preguntas?|nuev[oa]s?|buen[oa]s?|gran(?:des)?|días?|semanas?|mes(?:es)?|vez|favor|momento|respuesta|pregunta|gusto|parte|lunes|martes|miércoles|jueves|viernes|próxim[oa]|misma|mismo|antes)(?!\p{L})|^\p{L}+(?:ar|er|ir)$/iu,
};
