const anyOf = (...words: string[]) => new RegExp(`(?<!\\p{L})(?:${words.join("|")})`, "iu");

/** What wants an answer without being a question or a task: 'We propose to pay …', 'I need your instructions by noon.' */
const INDIRECT = anyOf(
  "(?:(?:shout|say|tell me|let (?:me|us) know) if you(?:['’]d| would)? (?:rather|prefer|want|like|object)|(?:i|we)(?:['’]d| would)? (?:also )?(?:need|want(?:ed)?) your (?:\\p{L}+ )?(?:instructions?|decision|approval|answer|view|input|consent|comments?|steer)|we (?:therefore |hereby )?propose|(?:i|we) would (?:be (?:very |most )?(?:grateful|honou?red|delighted|pleased|glad|happy) if|appreciate (?:it if|your))|unless (?:i|we) hear (?:from you )?|pls (?:kindly )?confirm)(?!\\p{L})",
  "(?:bitte(?:n)? (?:ich|wir) (?:sie|dich|euch) um|bitten um (?:kurze )?(?:mitteilung|rückmeldung|bestätigung|antwort)|würden (?:wir )?uns (?:sehr )?freuen, wenn (?:sie|du|ihr)|würde (?:ich )?mich (?:sehr )?freuen, wenn (?:sie|du|ihr)|(?:ich|wir) schlagen? vor|wir wären ihnen dankbar)(?!\\p{L})",
  "(?:(?:nous )?(?:vous )?(?:serions|serais) (?:\\p{L}+ )?(?:reconnaissants?|honorés|heureux|ravis)|nous (?:vous )?proposons|je (?:vous |te )?propose|dis-moi si tu préfères|dites-moi si vous préférez)(?!\\p{L})",
  "(?:(?:le|les|te) agradecer(?:ía|íamos|emos|é)|(?:les? |te )?proponemos|(?:le|te) propongo|quedo en espera de su|si prefieres? dime|solicitar su (?:apoyo|autorización))(?!\\p{L})",
);
/** A closing that only hopes for an answer. */
const ONLY_HOPE =
  /(?<!\p{L})(?:avant le|d['’]ici|quedo en espera de sus? (?:amables? )?(?:comentarios|respuesta|noticias)|(?:um|of|for) (?:ihr )?(?:verständnis|your understanding)|faire part de votre réponse)(?!\p{L})/iu;

export const asksIndirectly = (sentence: string): boolean =>
  INDIRECT.test(sentence) && !ONLY_HOPE.test(sentence);
