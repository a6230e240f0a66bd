import { partBefore } from "../languages/language-rules.ts";

const anyOf = (...words: string[]) => new RegExp(`(?<!\\p{L})(?:${words.join("|")})`, "iu");

/** Payments for which frauds ask, in English, German, French and Spanish. */
const PAYMENTS = anyOf(
  "(?:make sure|ensure|see to it)(?!\\p{L}).{0,60}(?:money|funds|payment|amount|transfer)(?!\\p{L})|(?:approve|authori[sz]e|release|reimburse)(?!\\p{L}).{0,80}(?:expenses?|payroll|reimburse\\p{L}*|claims?|costs?)(?!\\p{L})|(?:pre)?pay(?! (?:attention|a visit|heed))(?:ing)?(?!\\p{L})|wire(?!less)|remit|lend (?:me|us)|settle (?:the|this|our|an?|my)(?!\\p{L}).{0,30}(?:invoice|bill|balance|account)|(?:process|clear|approve|release|make|arrange|send|initiate)(?!\\p{L}).{0,40}(?:invoices?|payments?|transfers?|deposit)(?!\\p{L})|transfer(?!\\p{L}).{0,60}(?:\\d|money|funds?|amount|sum|deposit|payment|account|balance)",
  "überweis|bezahl|begleich|(?:zahlung|rechnung)\\p{L}*(?!\\p{L}).{0,40}(?:anweis|veranlass|freigeb|leist|ausführ|tätig|vornehm)|geld(?!\\p{L})|leih(?:e|en|st)?(?!\\p{L}).{0,20}\\d",
  "pay(?:er|ez|es?)(?!\\p{L})|virements?(?!\\p{L})|virer(?!\\p{L})|verse[rz]?(?!\\p{L})|(?:règle[rz]?|régle[rz])(?!\\p{L}).{0,40}(?:factures?|montant|solde|somme)|transfér\\p{L}+.{0,60}(?:\\d|argent|fonds|somme|montant)|argent(?!\\p{L})",
  "pag(?:ar\\p{L}*|ue[ns]?|a)(?!\\p{L})|(?:realizar?|realice|hacer|haga|efectuar|efectúe|aprobar|autorizar)(?!\\p{L}).{0,30}(?:pagos?|transferencias?)|transferir|transfiera|transfiere|abon(?:ar|e|a)(?!\\p{L})|dinero(?!\\p{L})",
  "(?:send|schick|envoy|envi|mand)\\p{L}*(?!\\p{L}).{0,40}(?:(?:€|\\$|£) ?\\d|\\d ?(?:€|\\$|£|euros?|dollars?|pounds?|francs?|franken|dólares))",
);
/** Gift cards, secrets, papers and rights. */
const SECRETS = anyOf(
  // Cards and coins
  "gift ?cards?|(?:itunes|steam|apple|google play|amazon|prepaid)(?:[- ]gift)? ?(?:cards?|karten?|vouchers?)|vouchers?(?!\\p{L})|gutschein|geschenkkart|cartes?[- ]cadeaux?|cartes? (?:prépayées?|google|apple|steam)|coupons? (?:pcs|transcash)|tarjetas? (?:de )?(?:regalo|prepago)|(?:bonos?|cheques?) regalo|(?:buy|send|pay|kauf|schick|zahl|achet|envoy|compr|envi)\\p{L}*(?!\\p{L}).{0,40}(?:bitcoin|crypto)",
  // Secrets
  "(?<!(?:dress|source|zip|post|bar|qr) )codes?(?!\\p{L})(?! review)|\\p{L}*codes?(?= (?:auf|per|an|mir|zu))|(?:sms|bestätigungs|sicherheits|zugangs|freischalt)-?codes?|códigos?(?!\\p{L})|passwords?|passphrase|pin(?!\\p{L})|tan(?!\\p{L})|passw(?:ort|örter)|kennw(?:ort|örter)|mots? de passe|contraseñas?|credentials|zugangsdaten|identifiants|login",
  // Papers and data of persons
  "passports?(?!\\p{L})|(?:driving|driver['’]?s) licen[cs]e|identity (?:card|document)|id (?:card|copy|scan|document)|(?:copy|scan|photo|picture) of (?:your|the|his|her) id(?!\\p{L})|social security|(?:personal|reise)?ausweis|reisepass|(?:ausweis|pass)kopie|führerschein|passeports?|(?:pièce|carte)s? d['’]identité|permis de conduire|dni(?!\\p{L})|pasaportes?|documento de identidad|carn[eé] de (?:identidad|conducir)",
  "payroll (?:list|data|files?|reports?|details|records)|(?:send|share|forward|email)\\p{L}*(?!\\p{L}).{0,40}(?<!\\p{L})payroll|payslips?|w-?2s?(?!\\p{L})|salary (?:list|data|details|slips?)|(?:employee|staff|personnel)(?:s['’]|['’]s)? (?:data|list|details|records?|files?|addresses)|list of (?:all )?(?:employees|staff)|(?:lohn|gehalts)\\p{L}+|personal(?:daten|liste|akte)|mitarbeiter(?:daten|liste)|(?:fiches?|bulletins?) de (?:paie|salaire)|(?:liste|données) (?:des|du) (?:salariés|employés|personnel)|nóminas?|(?:lista|datos) (?:de|del) (?:los )?(?:empleados|personal)",
  "bank(?:ing)? details|card (?:number|details)|credit card|account (?:number|details)|iban(?!\\p{L})|bankdaten|kontodaten|kontonummer|kreditkarte|coordonnées bancaires|carte (?:bancaire|de crédit)|datos bancarios|tarjeta de crédito|número de cuenta",
  // Rights that are given up
  "waivers?(?!\\p{L})|waive(?!\\p{L})|verzichtserklärung|verzicht|renonciation|renoncer|décharge|renuncia",
);
/** 'zahlen', but not 'die Zahlen'. */
const GERMAN_PAY = /(?<!\p{L})(?:an|ein|aus|nach|vor)?zahl(?:e|en|st|t)(?!\p{L})/u;
/** The sender pays. */
const SENDER_PAYS =
  /(?<!\p{L})(?:i|we)(?:['’]d|['’]ll| can| could| would| will| happily| gladly){0,3} pay(?!\p{L})|(?<!\p{L})(?:happy|willing|able|prepared) to pay(?!\p{L})/giu;
/** What the sender does afterwards. */
const OF_SENDER =
  /(?<!\p{L})(?:so (?:that )?(?:i|we) can|damit (?:ich|wir)|afin que (?:je|nous)|para que (?:yo|nosotros)) /iu;
/** A sentence that wants something, also without a question. */
const WANTING = anyOf(
  "(?:please|kindly|pls|need|must|have to|urgent\\p{L}*|asap|immediately|right away|favou?r|let me have|i want|get me|reply with)(?!\\p{L})",
  "(?:bitte|brauche|benötige|dringend|sofort|umgehend|musst|müssen|gefallen)(?!\\p{L})",
  "(?:veuillez|merci (?:de|d['’])|prière|besoin|urgent|urgence|immédiatement|il faut|s['’]il)",
  "(?:por favor|necesito|necesitamos|urgente|urgencia|inmediatamente|debe|hay que|ruego)(?!\\p{L})",
);
const COMMAND =
  /^(?:and |then |just |now )?(?:pay|send|transfer|wire|buy|purchase|get|give|tell|forward|share|read|confirm|sign|scan|überweis|zahl|kauf|schick|send|gib|nenn|envoie|envoyez|achète|achetez|payez|paie|paye|donne|donnez|virez|envía|envíe|manda|mande|compra|compre|paga|pague|dame|deme|transfiera)/iu;

/** What only somebody known may have confirmed. */
const FIGURES_TO_CONFIRM =
  /(?<!\p{L})(?:confirm|bestätig|confirme)\p{L}{0,8}(?!\p{L}).{0,100}(?:balance|turnover|revenue|salary|figures?|amounts?|sales|profit|headcount|kontostand|umsatz|gehalt|zahlen|betrag|beträge|gewinn|solde|chiffres?|salaire|montants?|saldo|cifras?|facturación|sueldo|importes?)(?!\p{L})/iu;

/** 'Would you rather pay the extra or use the stairs?' wants a choice. */
const PREFERENCE =
  /(?:would|do) you (?:rather|prefer)(?!\p{L}).{2,60} or |(?:lieber|préfér\p{L}{1,6}|prefier\p{L}{1,6})(?!\p{L}).{2,60} (?:oder|ou|o) /iu;

/** Whether a sentence wants money, gift cards, secrets, papers or data of persons, or that a right is given up. */
export function isRisky(whole: string, isAsk: boolean): boolean {
  const sentence = partBefore(whole, OF_SENDER);
  const wanted = sentence.replace(SENDER_PAYS, " ");
  return (
    (isAsk || WANTING.test(sentence) || COMMAND.test(sentence)) &&
    (SECRETS.test(wanted) || (!PREFERENCE.test(wanted) && (PAYMENTS.test(wanted) || GERMAN_PAY.test(wanted))))
  );
}

/** Whether a sentence wants figures confirmed: of somebody unknown it is risky. */
export const wantsFigures = (sentence: string): boolean => FIGURES_TO_CONFIRM.test(sentence);

/** Whether a sentence is about gift cards, secrets, papers or rights: that is checked by telephone whoever wants it. */
export const wantsSecrets = (sentence: string): boolean => SECRETS.test(sentence);

const wordsOf = (...words: string[]) => new RegExp(`(?<!\\p{L})(?:${words.join("|")})(?!\\p{L})`, "iu");

/** What binds the person with money or a right: of this nothing is agreed to first. */
const BINDING = wordsOf(
  "dividends?|discounts?|pa(?:y|id|ys|ying|yments?)|repa(?:y|id)|funding|invest\\p{L}*|half|split|refunds?|credits?|settle\\p{L}*|counter|waive|guarantee|loan|salary|raise|bonus|donat\\p{L}*|sponsor\\p{L}*|buy|purchase|money|authori[sz]\\p{L}*|statements?|publish\\p{L}*|quote (?:you|from you)|on the record|(?:counter)?sign(?! (?:up|in|off|on|out)(?!\\p{L}))|ndas?|non-disclosure|without (?:a |any )?(?:fee|charge|penalty)|fees?|guarantees?|guaranteed|exclusiv\\p{L}*|liab\\p{L}*|indemni\\p{L}*|warrant(?:y|ies)|hire|being let go|lay(?:ing)? off|promot(?:e|ion)|\\d+k|\\d+ ?% off|(?:customer|client|employee|personal|patient) (?:lists?|data|records?)|go ahead with (?:\\p{L}+ ){0,3}(?:order|contract|agreement|deal)|(?:place|approve|confirm|release) (?:\\p{L}+ ){0,2}(?:order|contract|agreement|deal)|let (?:us|me) out|out of (?:the|our|my|this) (?:lease|contract|agreement|deal)|(?:extend|terminate|end|cancel|renew|amend) (?:the|our|my|this) (?:lease|contract|agreement|deal)|work from(?! home (?:today|tomorrow|on))|exceptions?|(?:we|i) order|hiring|(?:reduce|lower|cut|shorten) (?:the|our|your|this|my) (?:invoice|bill|price|rate|rent|fee|notice)|made redundant|dismiss(?:ed|al)?|agree to (?:the|this|our)",
  "rabatt|nachlass|(?:an)?zahlung\\p{L}*|bezahl\\p{L}*|hälfte|halbe|teilen|erstatt\\p{L}*|gutschrift|vergleich|bürgschaft|darlehen|gehalt\\p{L}*|bonus|spende\\p{L}*|kaufen|geld|stellungnahme|veröffentlich\\p{L}*|zitier\\p{L}*|dividende|unterschreib\\p{L}*|unterzeichn\\p{L}*|aus (?:dem|unserem|meinem) (?:miet|arbeits)?vertrag|(?:vertrag|vereinbarung)(?!\\p{L}).{0,40}(?:kündigen|verlängern|auflösen|aufheben|ändern|annehmen|zustimmen)|kürz(?:en|t|st|e)|zusicher\\p{L}*|zusage[n]?|garantier\\p{L}*|garantie|haft(?:en|ung)|reduzier\\p{L}*|ausland|aus \\p{L}+ arbeiten|gekündigt|entlassen (?:wird|werden|wurde)|mit (?:dem vertrag|der vereinbarung) einverstanden|exklusiv\\p{L}*|frei(?:zu)?geb\\p{L}*|freigabe|einstellen|kulanz\\p{L}*|kunden(?:liste|daten)\\p{L}*",
  "remise|rabais|payer|paiement|moitié(?:-moitié)?|cofinancement|financ\\p{L}*|rembours\\p{L}*|avoir|caution|prêt|salaire|prime|don|achet\\p{L}*|argent|déclaration|publier|citer|dividende|supplément|geste(?: commercial)?|signer|signez|contresigner|avenant|garanti\\p{L}*|exclusivité|responsabilité|embauch\\p{L}*|licenci\\p{L}*|sans (?:frais|pénalité)|(?:résilier|prolonger|rompre|modifier) (?:le|notre|mon|ce) (?:contrat|bail)|libérer (?:du|de notre|de mon)|fichier clients?|liste (?:de|des|de nos|de vos) clients|télétravail\\p{L}*|travailler (?:depuis|à distance)|prolongation|réduire|accorder",
  "descuento|rebaja|pag(?:ar|o|os|ue|uen)|mitad|financ\\p{L}*|reembols\\p{L}*|abono|aval|préstamo|sueldo|bono|donar|donación|comprar|dinero|declaración|publicar|dividendo|firm(?:ar|arlo|arla|e|as)|garantiz\\p{L}*|garantía|exclusiv\\p{L}*|responsabilidad|contratar|despedir\\p{L}*|sin (?:penalización|coste|cargo)|(?:rescindir|prorrogar|modificar) (?:el|nuestro|mi) contrato|lista de (?:\\p{L}+ )?clientes|teletrabaj\\p{L}*|trabajar desde(?! casa)|reducir|prórroga|despid\\p{L}*|cláusula",
);
export const givesRight = (sentence: string): boolean => BINDING.test(sentence);
