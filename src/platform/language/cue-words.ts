import { detectLanguage, type WrittenLanguage } from "./detect-language.ts";

const anyOf = (...words: string[]) => new RegExp(`(?<!\\p{L})(?:${words.join("|")})`, "iu");

/** Requests and deadlines, in English, German, French and Spanish. */
export const REQUEST = anyOf(
  "(?:please|could you|can you|can we|need|must|have to|has to|should|deadline|due|until|before|otherwise|unless|approv(?:e|al)|decide|confirm|sign|propose|suggest|recommend|urgent|no later than|required?)(?!\\p{L})",
  "by (?=(?:the |next |\\d|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|tomorrow|noon|today))",
  "(?:bitte|könnten|könntest|kannst|müssen|muss|soll(?:en|te)?|frist|fällig|spätestens|dringend|unterschr|bestätig|zustimm|freigab|freigeb|vorschlag|schlage|benötig|brauchen)",
  "bis (?:zum|spätestens|ende|montag|dienstag|mittwoch|donnerstag|freitag|\\d)",
  "(?:merci (?:de|d['’])|veuillez|pourriez|pouvez|pourrais-tu|peux-tu|doit|devez|devons|avant (?:le|la|lundi|mardi|mercredi|jeudi|vendredi)|d['’]ici|au plus tard|urgent|échéance|délai|signer|confirmer|valider|propos)",
  "(?:por favor|podría|puedes|debe|deben|hay que|antes del|a más tardar|plazo|urgente|firmar|confirm|vence|propon)",
);
/** Changes and unexpected results. */
export const CHANGE = anyOf(
  "(?:agreed|decided|decision|offer|problem|because|caused?|result|late|delay(?:ed)?|cancel(?:led|ed)?|missing|wrong|broken|failed|lost|leaving|left|resign(?:ed)?|refused?|reject(?:ed)?|not|cannot|no longer|another|instead|moved?|overstated|understated|owes?|fee|price|costs?|terminat\\p{L}{0,8}|rises?|increase[ds]?|passed away|died|ill|sick)(?!\\p{L})",
  "(?:nicht|leider|verschob|verschieb|abgesagt|entfällt|verspät|problem|kündig|geänder|preis|kosten|angebot|statt|fehlt|fehlen|gestiegen|erhöh|beschlossen|krank|verstorben)",
  "(?:pas(?!\\p{L})|malheureusement|report|annul|retard|problème|résili|prix|coût|offre|au lieu|manqu|augment|décid|décès|malade)",
  "(?:no(?!\\p{L})|lamentablemente|aplaz|cancel|retras|problema|rescind|cambi|precio|coste|oferta|en lugar|falta|subida|aument|decidi|falleci|enferm)",
);
/** Days and dates. */
export const WHEN = anyOf(
  "(?:mon|tues|wednes|thurs|fri|satur|sun)day(?!\\p{L})|\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:january|february|march|april|may|june|july|august|september|october|november|december)|(?:january|february|march|april|may|june|july|august|september|october|november|december) \\d{1,2}(?!\\d)|(?:today|tonight|tomorrow|this week|next week|end of)(?!\\p{L})",
  "(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|morgen|heute|nächste woche|ende des)|\\d{1,2}\\. ?(?:\\d{1,2}\\.|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)",
  "(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|aujourd['’]hui|semaine prochaine|fin du mois)|(?:1er|\\d{1,2}) (?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)",
  "(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|mañana|hoy|próxima semana|fin de mes)|\\d{1,2} de (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)",
  "\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}",
);
/** Courtesies and introductions. */
export const COURTESY = anyOf(
  "(?:hope|thanks|thank you|pleasure|lovely|enjoy|wish you|good luck|look(?:ing)? forward|it would be (?:great|nice|lovely)|i wanted to|nothing dramatic|just an update|quick update|as you know|i know you|in short|it was a|nothing to do|congratulations|praised|loved|don['’]t hesitate|do not hesitate|feel free|any questions)(?!\\p{L})",
  "(?:hoffe|hoffentlich|freue mich|freuen uns|danke|vielen dank|herzlich|schönes wochenende|bei rückfragen|für rückfragen|zögern sie|wie besprochen)",
  "(?:j['’]espère|plaisir|merci (?:pour|beaucoup)|remercie|bonne journée|bon week|je reste à|n['’]hésit|restons à)",
  "(?:espero|gracias|un placer|quedo a|no dude|buen fin)",
);

/** A change of the account to which money goes, as frauds and firms announce it. */
export const BANK_CHANGE = new RegExp(
  [
    "(?:new|changed?|updated?|different|switch(?:ed)?|moved)\\b.{0,60}\\b(?:bank(?:ing)? (?:account|details|information|data)|account (?:number|details)|iban|payment details|sort code|routing number|direct deposit|payroll account)",
    "(?:changed?|switch(?:ed)?|moved) (?:our |my |to (?:a |another )?(?:new |different )?)?bank(?:s|ing)?(?!\\p{L}| (?:holiday|street|building))",
    "(?:bank(?:ing)? (?:details|account|information)|account details|iban|payment details|direct deposit|payroll account)\\b.{0,60}\\b(?:changed?|updated?|new|are now|is now|below|different)",
    "(?:new|our|updated) (?:bank(?:ing)? )?details\\b[^]{0,80}\\b(?:sort code|account(?: n\\p{L}+)?|iban|routing)\\b",
    "(?:neue|geänderte|ändert|geändert|ändern|aktualisier)\\p{L}{0,8}\\s.{0,60}(?:bankverbindung|kontoverbindung|iban|kontonummer|bankkonto|gehaltskonto|bankdaten|kontodaten)|(?:bankverbindung|kontoverbindung|iban|kontonummer|bankdaten|kontodaten|gehaltskonto)\\b.{0,60}(?:geändert|ändert|ändern|neu|aktualisier|lautet ab)|(?:unser|mein|ein|das) (?:neue|andere)s konto\\b",
    "(?:nouve(?:au|l|lles?)|changé|changer|modifié\\p{L}{0,8}|modifier|changement)\\s.{0,60}(?:coordonnées bancaires|rib\\b|iban|compte bancaire)|(?:chang(?:é|er|eons|ement)) de banque|(?:coordonnées bancaires|rib|iban|compte bancaire)\\s.{0,60}(?:chang|modifi|nouve)",
    "(?:nuev[ao]s?|cambi\\p{L}{1,12}|actualiz\\p{L}{1,12})\\s.{0,60}(?:cuenta (?:bancaria|de nómina)|número de cuenta|datos bancarios|iban)|nueva cuenta|cambi\\p{L}{1,12} de banco|(?:cuenta bancaria|número de cuenta|datos bancarios|iban)\\s.{0,60}(?:cambi|nuev|actualiz)",
  ].join("|"),
  "iu",
);
const ACCOUNT =
  /(?<![\p{L}\d])(?:(?:[a-z]{2}\d{2}(?: ?[a-z\d]{4}){3,7}|ibans?|rib)(?!\p{L})|account (?:number|no)|sort code|routing number|kontonummer|numéro de compte|número de cuenta|(?:this|new|other|following) account(?!\p{L})|(?:diese|folgende|neue)s konto(?!\p{L})|ce compte|esta cuenta)/iu;
const PAYING =
  /(?<!\p{L})(?:pay(?:ments?|ing|able)?(?!\p{L})|transfer|wire|remit|deposit|überweis|bezahl|zahl(?:e|en|ung\p{L}{0,8})(?!\p{L})|payer|payez|paiement|règle|régler|virement|virer|versez|pagar|pague|pagos?(?!\p{L})|transferencia|transfier|ingres)/iu;
/** Whether a mail names an account and wants money there. */
export const wantsPaymentToAccount = (text: string): boolean => ACCOUNT.test(text) && PAYING.test(text);
/** Legal threats and demands under a sanction: a court or a lawyer alone is none. */
export const CLAIM = new RegExp(
  [
    "\\b(?:(?:tak|start|beg[iu]n|initiat|pursu|commenc|consider|reserv|forc)\\p{L}{0,8}\\b.{0,40}legal (?:action|proceedings|steps)|legal (?:action|proceedings|steps) (?:will|against|without|unless|if)|tak(?:e|ing) you to court|(?:instruct|hand|pass|refer|involv|turn|forward|transfer)\\p{L}{0,8}\\b.{0,60}(?:lawyers?|solicitors?|attorneys?|debt collect\\p{L}{0,8}|collection agency)|our (?:lawyers?|solicitors?|attorneys?) will|(?:apply|go|file)\\b.{0,20}\\bcourt\\b|sue you|cease and desist|(?:we|i) will be forced to|(?:are|be|you) in breach of contract|hold(?:ing)? you liable|terminate (?:the|our) (?:contract|agreement) (?:if|unless))",
    "\\bfinal (?:notice|demand|reminder|warning)\\b.{0,90}\\b(?:pay|payment|unpaid|overdue|outstanding|invoice|action)|\\b(?:unpaid|overdue|outstanding|invoice)\\b.{0,60}\\bfinal (?:notice|demand|reminder|warning)",
    "rechtliche schritte.{0,40}(?:einleit|vorbehalt|vor(?=$|[.!])|ergreif|prüf)|(?:einleit|ergreif|behalt)\\p{L}{0,8}.{0,40}rechtliche schritte|anwalt.{0,40}(?:ein(?:schalt|\\b)|beauftrag|übergeb)|(?:beauftrag|übergeb|einschalt)\\p{L}{0,8}.{0,40}anwalt|anwaltliche (?:schritte|hilfe)|gerichtlich\\p{L}{0,8}.{0,40}(?:geltend|vorgeh|durchsetz|einforder|schritte|mahnverfahren)|letzte mahnung.{0,90}(?:zahl|begleich|überweis|frist|andernfalls|sonst|offen|rechnung)|(?:inkasso|mahnbescheid)\\p{L}{0,8}.{0,40}(?:übergeb|beauftrag|einschalt|einleit|beantrag|erwirk)|(?:übergeb|beauftrag|beantrag|schalt)\\p{L}{0,8}.{0,40}(?:inkasso|mahnbescheid)|schadensersatz.{0,40}(?:forder|verlang|geltend)|(?:forder|verlang)\\p{L}{0,8}.{0,30}schadensersatz|klage (?:erheben|einreichen)|fristlos.{0,40}kündig|kündig\\p{L}{0,8}.{0,40}fristlos",
    "(?:mett\\p{L}{1,12}|mets|vaut|valant|tient lieu).{0,20}demeure|mise en demeure (?:de|avant)|(?:engag|entam|intent)\\p{L}{1,12}.{0,40}(?:poursuites|actions? en justice|procédure)|poursuites (?:judiciaires|seront)|(?:saisi|port|recour)\\p{L}{0,8}.{0,30}(?:tribunal|justice|huissier|voie judiciaire)|(?:transm|confi|mandat|charg|remet)\\p{L}{0,8}.{0,50}(?:huissier|avocat)|notre avocat (?:va|vous|prendra|se)|dernier rappel.{0,90}(?:pay|règl|régl|impay|factur)",
    "(?:tom|emprend|inici|ejerc|reserv)\\p{L}{0,8}.{0,40}(?:acciones|medidas) legales|(?:acud|llev|recurr)\\p{L}{0,8}.{0,40}(?:tribunales|vía judicial)|(?:traslad|entreg|pon|encarg|pas)\\p{L}{0,8}.{0,60}abogados|nuestros? abogados? (?:se|le|les)|(?:interpon|present)\\p{L}{0,8}.{0,30}demanda|último aviso.{0,90}(?:pag|abon|impag|factur|deuda)",
  ].join("|"),
  "iu",
);
/** A change of bank details is named before the summary: by such mails and letters money is stolen. */
const BANK_NOTES: Readonly<Record<WrittenLanguage, string>> = {
  en: "Change of bank details!",
  de: "Geänderte Bankverbindung!",
  fr: "Changement de coordonnées bancaires !",
  es: "¡Cambio de datos bancarios!",
};

/** The summary, with the note in the language of the text where it has a change of bank details. */
export function withBankNote(summary: string, text: string): string {
  const language = BANK_CHANGE.test(summary) ? detectLanguage(text) : null;
  return language === null || language === "other" ? summary : `${BANK_NOTES[language]} ${summary}`;
}
