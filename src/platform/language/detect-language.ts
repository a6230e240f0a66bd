/** A language that is read and written without a language model. */
export type WrittenLanguage = "en" | "de" | "fr" | "es";

const MAX_READ = 4_000;
/** Below this many of its words a language is a guess. */
const MIN_WORDS = 2;

const words = (list: string) => new Set(list.split(" "));

/** Frequent words of each language; those that two languages share count for both. */
const FREQUENT: Readonly<Record<WrittenLanguage | "other", ReadonlySet<string>>> = {
  en: words(
    "the and you your for that with this have will are we our from please would could can not is it to of at by be was if any what when which there has been they thanks thank hello dear regards best hi let know i'm i'll don't do does did should how who just about next week yes see in on as my but so an or all get me us still need",
  ),
  de: words(
    "der die das und ist ich sie wir nicht ein eine einen einem einer mit für von auf dem den des zu im am bei aus nach wie was wann wer ob dass sich haben hat habe sind wird werden können könnten bitte danke vielen dank liebe lieber hallo grüße gruß noch auch uns unsere ihnen ihre ihr du dir dich dein kannst mir mich es so oder als über zum zur bis schon gerne gern freundlichen mfg lg heute morgen nächste woche wegen vom und sehr geehrte geehrter",
  ),
  fr: words(
    "le la les des un une et est vous nous je tu il elle que qui pour dans avec sur pas ne au aux du ce cette votre vos notre nos merci bonjour cordialement avez pouvez pourriez être avoir suis sont par plus ou où si mais bien très chère cher salut semaine prochaine demain avant jusqu'à c'est j'ai d'un d'une l'équipe ça bonne faire fait ton ta tes mon ma mes à en de",
  ),
  es: words(
    "el la los las un una y es que de en para por con su sus usted ustedes le les nos me se lo del al como está están hemos podría puede puedes favor gracias hola saludos estimado estimada querido querida pero más muy también cuando cuándo qué cómo cuál si no ya mañana semana próxima antes hasta esta este tu te mi mis he ha sido ser fue son",
  ),
  other: words(
    "il che di per non una sono della delle dei gli questo grazie ciao buongiorno saluti è anche nel alla het een van en dat niet zijn met voor ik je wij bedankt groeten ook maar wel nog o os as uma não para com você obrigado olá do da em mais och att det som inte för jag på är med hej tack og ikke jeg til af på er hilsen nie się jest dzień dobry proszę dziękuję pozdrawiam na że ve bir bu için",
  ),
};
/** Letters that only one of these languages has. */
const LETTERS: readonly (readonly [RegExp, WrittenLanguage | "other"])[] = [
  [/ß|[äöü]/giu, "de"],
  [/[ñ¿¡]/giu, "es"],
  [/[çœêèâîù]/giu, "fr"],
  [/[ãõåøæłśżźćąęěřůőűğışță]/giu, "other"],
];
const FOREIGN_SCRIPT =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Devanagari}]/gu;

/**
 * The language of the first 4,000 characters, by their frequent words: `other` for one that is not among the four, null
 * where too little stands there to know.
 */
export function detectLanguage(text: string): WrittenLanguage | "other" | null {
  const start = text.slice(0, MAX_READ);
  const letters = start.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return null;
  if ((start.match(FOREIGN_SCRIPT)?.length ?? 0) * 2 > letters) return "other";
  const counts: Record<WrittenLanguage | "other", number> = { en: 0, de: 0, fr: 0, es: 0, other: 0 };
  for (const [word] of start.toLowerCase().matchAll(/[\p{L}'’]+/gu))
    for (const language of LANGUAGES)
      if (FREQUENT[language].has(word.replaceAll("’", "'"))) counts[language] += 1;
  for (const [letter, language] of LETTERS)
    counts[language] += Math.min(3, (start.match(letter)?.length ?? 0) / 2);
  const [best, second] = LANGUAGES.toSorted((one, other) => counts[other] - counts[one]);
  if (!best || !second || counts[best] < MIN_WORDS || counts[best] === counts[second]) return null;
  return best;
}

const LANGUAGES = ["en", "de", "fr", "es", "other"] as const;
