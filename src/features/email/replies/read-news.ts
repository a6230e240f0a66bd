import { BANK_CHANGE, CLAIM, wantsPaymentToAccount } from "#platform/language/cue-words.ts";
import type { LanguageRules } from "../languages/language-rules.ts";
import {
  isCommercial,
  isCustomer,
  isForPost,
  isGoodNews,
  isLegal,
  isPress,
  isSympathy,
  REFUSAL,
  SMALL_FAULT,
} from "./kind-signs.ts";
import { wantsFigures } from "./risky-requests.ts";

/** What a mail is about, besides what it asks. */
export type News =
  | "bankChange"
  | "claim"
  | "allegation"
  | "risky"
  | "fraud"
  | "death"
  | "illness"
  | "relativeIll"
  | "worry"
  | "resignation"
  | "leaving"
  | "application"
  | "introduction"
  | "invitation"
  | "goodNews"
  | "reminder"
  | "complaint"
  | "apology"
  | "priceRise"
  | "appeal"
  | "pitch"
  | "praise"
  | "congratulations"
  | "great"
  | "condolence"
  | "sympathy"
  | "refusal"
  | "thanks"
  | "notice";

const anyOf = (...words: string[]) => new RegExp(`(?<!\\p{L})(?:${words.join("|")})`, "iu");

/** A battery dies too. */
const BROKEN_THING =
  /(?:laptop|phone|batter(?:y|ies)|server|computer|car|app|project|printer|idea|engine|plant|akku|batterie|handy|projekt|rechner|drucker|auto|motor|pflanze|téléphone|ordinateur|serveur|voiture|projet|moteur|móvil|ordenador|servidor|coche|batería|proyecto|motor).{0,40}(?<!\p{L})(?:died|dead|gestorben|morte?|muerto|murió)(?!\p{L})/iu;
const CONGRATULATIONS =
  /(?<!\p{L})(?:congratulations|congrats|well done|herzlichen glückwunsch|glückwünsche|gratulier\p{L}+|félicitations|félicite|enhorabuena|felicidades|felicit[oa])(?!\p{L})/iu;
/** The press asks about what somebody is accused of. */
const ALLEGATION = anyOf(
  "(?:allegations?|accusations?|accused of|alleged(?:ly)?)(?!\\p{L}).{0,200}(?:comment|publish|respond|statement)|(?:comment|publish|respond|statement)\\p{L}*(?!\\p{L}).{0,200}(?:allegations?|accusations?|accused)(?!\\p{L})",
  "(?:vorwürfe|vorgeworfen|beschuldig)\\p{L}*.{0,200}(?:stellung|veröffentlich|äußer)|(?:stellung|veröffentlich|äußer)\\p{L}*.{0,200}(?:vorwürfe|vorgeworfen)",
  "accusations?.{0,200}(?:réagir|commenter|publi)|(?:réagir|commenter|publi)\\p{L}*.{0,200}accusations?",
  "(?:acusaciones|acusan).{0,200}(?:comentar|publicar|valorar|declaraci)|(?:comentar|publicar|valorar|declaraci)\\p{L}*.{0,200}acusaciones",
);
const RELATIVE_ILL = anyOf(
  "(?:my|our) (?:little |youngest |oldest )?(?:son|daughter|child|children|kids?|boy|girl|baby|wife|husband|partner|mother|father|mum|mom|dad|parents|brother|sister|grand\\p{L}+)(?!\\p{L}).{0,50}(?<!\\p{L})(?:fever|ill|sick|unwell|hospital|accident|surgery|chickenpox|operation|stroke|heart attack|cancer|dementia)(?!\\p{L})",
  "(?:mein|unser)(?:e|em|en|er)? (?:sohn|tochter|kind|kleine[rn]?|frau|mann|mutter|vater|partner\\p{L}*|eltern|bruder|schwester)(?!\\p{L}).{0,50}(?:fieber|krank|unfall|operiert|schlaganfall|herzinfarkt|krebs|demenz)",
  "(?:mon|ma|mes|notre) (?:fils|fille|enfants?|femme|mari|mère|père|frère|sœur)(?!\\p{L}).{0,50}(?:fièvre|malade|hôpital|accident|opér|avc(?!\\p{L})|infarctus|cancer)",
  "(?:mi|mis|nuestr[oa]) (?:hij[oa]s?|niñ[oa]|mujer|marido|madre|padre|herman[oa])(?!\\p{L}).{0,50}(?:fiebre|enferm|hospital|accidente|operad|ictus|infarto|cáncer)",
);
/** A trouble at work that somebody confides. */
const WORRY = anyOf(
  "(?:in (?:strict )?confidence|(?:not|n['’]t) feel (?:comfortable|safe)|uncomfortable working|harass\\p{L}*|bull(?:y|ied|ying)|discriminat\\p{L}*|burn(?:t|ed)[- ]out|overwhelmed|inappropriate (?:remarks?|comments?|behaviou?r)|remarks about my|at my limit)(?!\\p{L})",
  "(?:unwohl|belästig|gemobbt|mobbing|diskriminier|überlastet|überfordert|am limit|ausgebrannt|im vertrauen|vertraulich(?:es)? (?:gespräch|anliegen)|abfällige bemerkung)",
  "(?:mal à l['’]aise|harcel|discrimin|épuisée?(?!\\p{L})|débordée?|en toute confidentialité|remarques déplacées|à bout)",
  "(?:incómod[oa]|acos[oa]|discrimin|agotad[oa]|desbordad[oa]|en confianza|comentarios inapropiados|al límite)",
);
const PRAISE = anyOf(
  "(?:how |(?:we|i)(?:['’]re| are| am|['’]m| were| was) (?:so |very |really )?)(?:pleased|delighted|impressed)(?: (?:we|i) (?:are|am|were|was))? (?:with|by)(?!\\p{L})|(?:was|were|is|are) (?:really |absolutely |so |just )?(?:fantastic|great|wonderful|brilliant|excellent|outstanding|superb|a (?:great |huge |big )?success)(?!\\p{L})|(?:everybody|everyone|the team|they|we) (?:really )?(?:loved|enjoyed)(?!\\p{L})|great (?:work|job)(?!\\p{L})",
  "(?:war|waren|ist|sind) (?:wirklich |echt |einfach )?(?:großartig|toll|super|klasse|hervorragend|ein (?:voller |großer )?erfolg)(?!\\p{L})|begeistert",
  "(?:était|a été|étaient|est) (?:vraiment |tout simplement )?(?:génial|formidable|super|parfait|excellent|un (?:vrai )?succès)|(?:ont|avons) adoré",
  "(?:fue|estuvo|ha sido|ha estado) (?:realmente )?(?:genial|fantástic|estupend|excelente|un éxito)|nos (?:ha )?encant",
);
const RESIGNATION = anyOf(
  "(?:i(?:['’]ve| have)? (?:\\p{L}+ )?(?:accepted|found|taken|been offered and accepted) (?:another|a new) (?:job|role|position|post)|(?:hand(?:ing)? in|giv(?:e|ing)(?: you)?) my (?:formal )?notice|(?<!to )my (?:formal )?notice(?! period)|my resignation|i(?:['’]m| am| hereby| must| wish to| would like to|['’]d like to)? resign(?:ing)?|resign(?:ing)? (?:from|as) my|i(?:['’]ve| have)? (?:\\p{L}+ )?decided to (?:leave|resign|move on(?! (?:with|to|from)(?!\\p{L})))|my decision to (?:leave|resign|move on)|i(?:['’]m|['’]ll| am| will)(?: be)? leaving the company)(?!\\p{L})",
  "(?:(?:neue|andere) (?:stelle|aufgabe) (?:gefunden|angenommen)|hiermit kündige ich|meine kündigung|ich (?:kündige|habe gekündigt)|möchte ich (?:zum .{0,30} )?kündigen|entschieden,? (?:zu gehen|das unternehmen zu verlassen|die firma zu verlassen))",
  "(?:(?:accepté|trouvé) un (?:autre|nouveau) (?:poste|emploi)|ma démission|je démissionne|décidé de (?:partir|quitter))",
  "(?:(?:aceptado|encontrado) (?:otro|un nuevo) (?:trabajo|puesto|empleo)|mi renuncia|presento mi (?:baja|dimisión|renuncia)|he decidido (?:dejar|marcharme|irme))",
);
const APPLICATION = anyOf(
  "(?:my application(?! to the (?:council|court|bank))|(?:am|like to|wish to|writing to) apply(?:ing)? (?:for|as)|(?:my|attached|enclosed)(?: \\p{L}+)? (?:cv|résumé|curriculum vitae|cover letter))(?!\\p{L})",
  "(?:meine (?:\\p{L}+)?bewerbung|bewerbe (?:ich )?mich|meine bewerbungsunterlagen|meinen? lebenslauf)",
  "(?:ma candidature|je (?:postule|me porte candidat)|mon cv(?!\\p{L}))",
  "(?:mi candidatura|mi (?:currículum|cv)(?!\\p{L})|quisiera optar|me gustaría optar)",
);
const INTRODUCTION = anyOf(
  "(?:(?:let|leave) (?:you|it) (?:two|both|to you two)|let you (?:two |both )?take it from here|(?:connecting|connect) (?:you|the two of you)|(?:putting|put) you (?:two|both)? ?in touch|i(?:['’]d| would) like to introduce you (?:both )?to|meet each other|please meet|introducing you (?:two|both)|you two should (?:talk|meet)|^\\p{Lu}\\p{L}+, (?:please )?meet \\p{Lu}\\p{L}+)(?!\\p{L})",
  "(?:(?:stelle|möchte) (?:ich )?euch (?:einander|gegenseitig|kurz)? ?vor(?:stellen)?|bringe (?:ich )?(?:euch|sie) (?:beide )?(?:zusammen|in kontakt)|vernetze (?:ich )?euch)",
  "(?:(?:vous|je te) mets? (?:tous les deux )?en (?:relation|contact)|je vous présente)",
  "(?:(?:os|les) pongo en contacto|te presento a|le presento a)",
);
/** Of an unpaid invoice: a reminder, and what it is about. */
const UNPAID = anyOf(
  "(?:nothing in my account|reminder|overdue|outstanding|unpaid|past due|still open|was due|awaiting (?:your )?payment|when (?:can|may|will) we expect (?:the |your )?payment|(?:has|have) not (?:yet )?(?:been (?:paid|settled)|received)|haven['’]t (?:yet )?received)(?!\\p{L})",
  "(?:zahlungserinnerung|mahnung|noch (?:offen|unbezahlt|nicht (?:bezahlt|beglichen|eingegangen))|überfällig|kein(?:en)? zahlungseingang|wann wir mit (?:der|ihrer) zahlung)",
  "(?:rappel|relance|impayée?|en attente de (?:paiement|règlement)|(?:pas encore|toujours pas) (?:été )?(?:réglée?|payée?|reçu)|reste (?:due?|ouverte)|arrivée? à échéance)",
  "(?:recordatorio|pendiente de pago|impagad[ao]|venció|ha vencido|sin (?:pagar|abonar)|no hemos recibido (?:el|su) pago)",
);
const INVOICE = anyOf(
  "(?:invoices?|bills?|payments?|statement)(?!\\p{L})",
  "(?:rechnung|zahlung|betrag)",
  "(?:facture|règlement|paiement)",
  "(?:factura|pago|importe)",
);
const COMPLAINT = anyOf(
  "went down again|(?:was|were) promised|giving notice under|(?:second|third|fourth) (?:\\p{L}+ ){0,2}(?:in a row|this (?:week|month|year))|(?:wrong|damaged|broken|faulty|defective|incomplete|missing|incorrect) (?:\\p{L}+ ){0,2}(?:deliver\\p{L}*|orders?|items?|products?|labels?|parcels?|box(?:es)?|goods|parts?|size|colou?r|amount|invoice)(?!\\p{L})|(?:arrived|were delivered|was delivered|came) (?:damaged|broken|late|incomplete|with the wrong)|nothing has (?:arrived|happened)|(?:has|have)(?: still)?(?: not|n['’]t) arrived|nobody (?:answers|replies|calls)|no(?:body| one) has (?:answered|called|replied)|(?:want|expect|demand|request|insist on)(?!\\p{L}).{0,40}(?:refund|credit note|money back)|written explanation|overcharged|(?:want|expect|demand|claim)(?!\\p{L}).{0,40}(?:compensation|a credit|a (?:price )?reduction)|(?:charged|billed|invoiced) (?:us |me )?twice|still waiting|not (?:at all )?(?:happy|satisfied|good enough)|very unhappy|poor (?:service|quality)",
  "(?:wiederholten? mal|doppelt berechnet|zu viel berechnet|falsche? (?:\\p{L}+ )?(?:geliefert|lieferung|ware|artikel|abrechnung|rechnung)|beschädigt (?:angekommen|geliefert)|nicht (?:angekommen|geliefert)|geld zurück|gutschrift|warte(?:n)? (?:\\p{L}+ )?(?:noch )?immer|unzufrieden|mangelhaft|ärgerlich|verärgert|niemand (?:meldet|antwortet)|(?:erwarte|verlange|fordere)n? (?:ich |wir )?(?:\\p{L}+ ){0,4}(?:minderung|erstattung|entschädigung|nachbesserung))",
  "(?:toujours (?:pas|rien) (?:reçu|arriv)|rien reçu|endommag|remboursement|avoir de|facturée? deux fois|erreur (?:sur|dans) (?:la|votre) facture|défectueu|mauvaise qualité|personne ne (?:répond|rappelle))",
  "(?:no ha llegado|dañad[ao]|defectuos|reembolso|devolución|cobrado dos veces|error en (?:la|su) factura|sigo esperando|seguimos esperando|nadie (?:responde|contesta|llama))",
);
const PRICE_RISE = anyOf(
  "(?:rais(?:e|ing)|increas(?:e|ing)|put(?:ting)? up|adjust(?:ing|ment)?) (?:\\p{L}+ ){0,3}(?:prices?|rates?|fees?|rents?|premiums?|charges?)(?!\\p{L})|(?:price|rent|rate|fee) (?:increases?|rises?|reviews?|adjust(?:ment)?s?)|(?:prices?|rates?|fees?|rents?)(?!\\p{L}).{0,30}(?<!\\p{L})(?:go(?:ing|es)? up|rise|increase|be raised)(?!\\p{L})|new (?:\\p{L}+ )?(?:rent|prices?|rates?|fees?) (?:of|will|is|from)(?!\\p{L})",
  "preiserhöhung|mieterhöhung|preisanpassung|(?:preise?|miete|gebühren?|honorare?|tarife?)(?!\\p{L}).{0,50}(?:erhöh|anheb|anzuheben|anpass|anzupassen|steig)|(?:erhöh|heb)\\p{L}{1,5} .{0,40}(?:preise?|miete|gebühren?)(?!\\p{L})",
  "(?:augment|hausse)\\p{L}* .{0,30}(?:prix|tarifs?|loyer|honoraires)(?!\\p{L})|(?:prix|tarifs?|loyer)(?!\\p{L}).{0,40}augment",
  "(?:subi|aument)\\p{L}+ .{0,30}(?:precios?|tarifas?|rentas?|alquiler)(?!\\p{L})|(?:precios?|tarifas?|renta|alquiler)(?!\\p{L}).{0,40}(?:subir|aument)",
);
const APPEAL = anyOf(
  "(?:donat(?:e|ions?|ing)|fund-?rais\\p{L}+|charity|count on your (?:support|help)|your (?:generous|kind) (?:support|contribution|gift)|become a sponsor)(?!\\p{L})",
  "(?:spenden?(?!\\p{L})|ihre spende|spendenaktion|mit einer spende|sponsor(?:ing|en)?(?!\\p{L}))",
  "(?:(?:un|votre|vos|des) dons?(?!\\p{L})|mécénat|parrainer|votre générosité)",
  "(?:donación|donativo|donar|patrocinar|su generosidad)",
);
/** What sellers write whom nobody asked. */
const PITCH = anyOf(
  "(?:(?:companies|teams|businesses|leaders|founders|firms|organi[sz]ations) like (?:yours|you)|we (?:help|work with) (?:companies|teams|businesses|founders|firms|leaders|organi[sz]ations|brands)|more (?:meetings|leads|demos|customers) (?:a|per|every)|our (?:platform|solution|software|tool|agency) (?:helps?|can|lets|enables|saves)|i represent (?:\\p{L}+ ){0,3}(?:candidates?|engineers?|developers?|talents?|investors?|buyers?|companies|firms?)|available at short notice|free (?:trial|demo|audit|consultation)|bumping this|top of your inbox|(?:boost|grow|scale|transform|skyrocket) your (?:pipeline|sales|revenue|business|traffic)|quick demo|your (?:lead generation|outbound))(?!\\p{L})",
  "(?:(?:unternehmen|firmen|teams|betriebe) wie (?:ihre[smn]?|ihr|eure[smn]?)|wir (?:helfen|unterstützen) (?:unternehmen|firmen|teams|betriebe)|unsere (?:lösung|software|plattform|agentur) (?:hilft|spart|kann)|kostenlose[sn]? (?:demo|beratung|analyse|erstgespräch|test)|mehr (?:leads|kunden|umsatz|anfragen) )",
  "(?:(?:entreprises|sociétés|équipes) comme la vôtre|nous (?:aidons|accompagnons) (?:les|des) (?:entreprises|sociétés|équipes|dirigeants)|notre (?:solution|plateforme|logiciel|agence) (?:permet|vous)|démo(?:nstration)? gratuite|essai gratuit)",
  "(?:empresas como la suya|ayudamos a (?:empresas|equipos|negocios)|nuestra (?:solución|plataforma|agencia) (?:ayuda|permite|le)|demo(?:stración)? gratuita|prueba gratuita)",
);
/** Thanks with news of what the sender does next: 'Perfect, thanks. I'll send the contract.' */
const NEXT = anyOf(
  "(?:i['’]ll|i will|we['’]ll|we will)(?!\\p{L})",
  "(?:ich (?:schicke|sende|melde|komme|bringe|werde)|wir (?:schicken|senden|melden|kommen|werden))",
  "(?:je (?:vous |te |t['’])?(?:envoie|enverrai|vais|apporte)|nous (?:vous )?(?:envoyons|enverrons|allons))",
  "(?:(?:te|le|os|les) (?:envío|envia|mando|enviaré|mandaré)|voy a)",
);
/** The sender feels with the reader. */
const CONDOLENCE = anyOf(
  "(?:thinking of you|thoughts are with you|(?:my|our) (?:\\p{L}+ )?condolences|sorry for your loss|deepest sympathy)(?!\\p{L})",
  "(?:in gedanken (?:bin ich |sind wir )?bei (?:ihnen|dir|euch)|(?:mein|unser)(?:e|en)? (?:\\p{L}+ )?(?:beileid|anteilnahme))",
  "(?:(?:mes|nos) (?:\\p{L}+ )?condoléances|pensons (?:fort |bien )?à (?:vous|toi)|pense (?:fort |bien )?à (?:vous|toi))",
  "(?:(?:mi|nuestro) (?:más )?(?:sentido )?pésame|(?:mis|nuestras) (?:más sinceras )?condolencias|te acompaño en el sentimiento)",
);
const SORRY =
  /(?<!\p{L})(?:sorry|sad|loss|condolences|sympathy|memorial|leid|trauer|beileid|anteilnahme|verlust|désolée?|peine|tristesse|condoléances|siento|pésame|pérdida|condolencias)(?!\p{L})/iu;
/** Thanks of the bereaved. */
const SYMPATHY =
  /(?<!\p{L})(?:kind words|sympathy|condolences|anteilnahme|beileid|tröstenden worte|condoléances|soutien dans|pésame|condolencias)(?!\p{L})/iu;
const SYMPATHY_THANKS = /(?<!\p{L})(?:thank(?:s| you)|dank\p{L}*|merci|remercie\p{L}*|gracias)(?!\p{L})/iu;
/** A journalist wants something confirmed. */
const PRESS =
  /(?<!\p{L})(?:(?:writing|working on|preparing) (?:a|an|the) (?:\p{L}+ )?(?:piece|article|story|report)|journalist|reporter|newsroom|redaktion|artikel über|journaliste|rédaction|un article sur|periodista|redacción|un artículo sobre)(?!\p{L})/iu;
/** The sender is of the press: whatever they ask is for the public. */
const PRESS_SENDER =
  /(?<!\p{L})(?:i(?:['’]m| am) (?:a|an|the) (?:\p{L}+ ){0,3}(?:journalist|reporter|correspondent)|(?:reporter|journalist|correspondent) here|i(?:['’]m| am)? (?:cover|covering|report|reporting|writ(?:e|ing)) [^.?!]{0,60}for (?:the )?(?:ft|financial times|guardian|times|bbc|bloomberg|reuters|wall street journal|wsj|economist|telegraph|new york times|newspaper|paper|magazine)|ich bin (?:\p{L}+ ){0,2}(?:journalist(?:in)?|reporter(?:in)?|redakteur(?:in)?)|ich (?:berichte|schreibe|recherchiere) für (?:den|die|das) (?:spiegel|zeit|faz|süddeutsche|handelsblatt|zeitung|magazin|ard|zdf|redaktion)|je suis (?:\p{L}+ )?journaliste|journaliste (?:au|à|pour)|soy (?:\p{L}+ )?(?:periodista|reporter[oa])|periodista (?:de|del|en))(?!\p{L})/iu;
/** A portrait or an interview for a series accuses nobody. */
const INTERVIEW =
  /(?<!\p{L})(?:(?:proposition|demande) d['’]interview|vous interviewer|interview (?:request|with you|you)|interviewanfrage|interview mit ihnen|(?:solicitud|propuesta) de entrevista|entrevistar(?:la|le))(?!\p{L})/iu;
const STATEMENT =
  /(?<!\p{L})(?:(?:plan|going|intend)\p{L}* to publish|publish (?:a|the|this) story|need a statement|did(?:n['’]t| not) respond|chance to respond|veröffentlichen wir|stellungnahme bis|nous publierons|droit de réponse|vamos a publicar|derecho de réplica)(?!\p{L})/iu;
/** 'Thank you for your cooperation.' closes an announcement. */
const FORMULA =
  /(?:thank you|thanks) (?:very much )?(?:in advance )?for your (?:cooperation|understanding|patience|attention|time|interest|consideration|enquiry|inquiry|message|mail|e-?mail|offer|proposal|quote|order)|(?:danke|dank) für (?:ihr|euer|dein)e?n? (?:verständnis|mithilfe|interesse|nachricht|angebot|anfrage|mail|e-?mail|geduld|kooperation|aufmerksamkeit)|(?:merci|remercie|remercions) (?:de|pour) votre (?:compréhension|patience|attention|intérêt|message|offre|devis|collaboration)|gracias por (?:su|tu|el|vuestra) (?:comprensión|colaboración|paciencia|atención|interés|mensaje|oferta|presupuesto)/iu;

/** The first that fits, the gravest before the kind; `whole`: with greeting, closing and signature. */
export function newsIn(
  { subject, text, whole }: { subject: string; text: string; whole: string },
  sentences: readonly string[],
  rules: LanguageRules,
): News {
  const flat = text.replaceAll("\n", " ");
  const isUnpaid = UNPAID.test(`${subject} ${flat}`) && INVOICE.test(`${subject} ${flat}`);
  if (sentences.some((sentence) => BANK_CHANGE.test(sentence)) || (!isUnpaid && wantsPaymentToAccount(text)))
    return "bankChange";
  if (sentences.some((sentence) => CLAIM.test(sentence)) || isLegal(`${subject} ${flat}`)) return "claim";
  const isConsoling = (CONDOLENCE.test(text) && SORRY.test(text)) || isSympathy(whole);
  if (isConsoling && !SYMPATHY_THANKS.test(text)) return "condolence";
  if (sentences.some((sentence) => rules.death.test(sentence) && !BROKEN_THING.test(sentence)))
    return "death";
  if (PRESS.test(flat) && (sentences.some(wantsFigures) || STATEMENT.test(flat))) return "allegation";
  const isInterview = INTERVIEW.test(`${subject} ${flat}`) && !STATEMENT.test(flat);
  if (isInterview) return "notice";
  if ((PRESS_SENDER.test(flat) && flat.includes("?")) || isPress(`${subject} ${whole}`)) return "allegation";
  if (isUnpaid && REMINDED.test(subject)) return "reminder";
  for (const [news, words] of KINDS)
    if (words.test(flat) && (news !== "application" || isForPost(flat))) return news;
  if (REFUSAL.test(flat) && sentences.every((sentence) => !sentence.includes("?"))) return "refusal";
  if (rules.illness.test(flat)) return "illness";
  if (sentences.some((sentence) => isInviting(sentence, rules))) return "invitation";
  if (isGoodNews(flat, rules) || isJoy(flat)) return "goodNews";
  if (rules.leaving.test(flat)) return "leaving";
  if (isUnpaid) return "reminder";
  if (rules.complaint.test(flat) && isCustomer(flat)) return "complaint";
  if (PRICE_RISE.test(`${subject} ${flat}`) && isCommercial(flat)) return "priceRise";
  if (rules.apology.test(flat) && SMALL_FAULT.test(flat) && !isCommercial(flat)) return "apology";
  // Who is sorry complains of nothing.
  if (COMPLAINT.test(flat) && isCustomer(flat) && !rules.apology.test(flat)) return "complaint";
  for (const [news, words] of MILDER)
    if (words.test(flat) && !(isCommercial(flat) && PRAISING.has(news))) return news;
  return thanksIn(sentences, rules, flat);
}
/** A birth by its figures, and what was fought for. */
const isJoy = (text: string): boolean => BIRTH.test(text) || ACHIEVED.test(text);
const BIRTH =
  /\d ?(?:g|gramm|grams?|grammes|gramos|kg|kilos?|lbs?|pounds)(?!\p{L}).{0,60}?\d ?(?:cm|zentimeter|centimet\p{L}+|centím\p{L}+|inches)(?!\p{L})|(?<!\p{L})\d ?(?:lbs?|pounds),? \d{1,2} ?(?:oz|ounces)(?!\p{L})/iu;
const ACHIEVED =
  /(?<!\p{L})(?:issued the notice of allowance|(?:our|the) patent (?:was|is|has been) granted|patent (?:wurde|ist) erteilt|brevet (?:a été|est) (?:délivré|accordé)|patente (?:ha sido|fue) concedida)(?!\p{L})/iu;
const REMINDED =
  /(?<!\p{L})(?:reminder|overdue|mahnung|zahlungserinnerung|rappel|relance|recordatorio|aviso de (?:pago|impago))(?!\p{L})/iu;
const PRAISING: ReadonlySet<News> = new Set(["praise", "congratulations"]);

/** 'Thank you for the invitation' invites nobody, nor does 'next time it is our turn'. */
const isInviting = (sentence: string, rules: LanguageRules): boolean =>
  rules.invitation.test(sentence) && !rules.thanks.test(sentence) && !NEXT_TIME.test(sentence);
const NEXT_TIME = /(?<!\p{L})(?:next time|nächstes mal|la prochaine fois|la próxima)(?!\p{L})/iu;

const KINDS: readonly (readonly [News, RegExp])[] = [
  ["allegation", ALLEGATION],
  ["relativeIll", RELATIVE_ILL],
  ["worry", WORRY],
  ["resignation", RESIGNATION],
  ["application", APPLICATION],
  ["introduction", INTRODUCTION],
  ["pitch", PITCH],
];
const MILDER: readonly (readonly [News, RegExp])[] = [
  ["priceRise", PRICE_RISE],
  ["appeal", APPEAL],
  ["congratulations", CONGRATULATIONS],
  ["praise", PRAISE],
];

function thanksIn(sentences: readonly string[], rules: LanguageRules, text: string): News {
  const others = sentences.filter((sentence) => !isGreetingLine(sentence));
  const thanking = others.filter((sentence) => rules.thanks.test(sentence) && !FORMULA.test(sentence));
  if (thanking.length === 0 || others.length > thanking.length + 2) return "notice";
  if (SYMPATHY.test(text)) return "sympathy";
  return NEXT.test(text) && !THANKS_FOR_HELP.test(text) ? "great" : "thanks";
}

/** Of thanks for something that the reader did the answer is no thanks. */
const THANKS_FOR_HELP =
  /(?<!\p{L})(?:(?:thanks|thank you)(?: (?:so|very) much| a lot| again)? for (?:your |the |all |helping|taking|coming|looking|sorting|fixing|doing)|(?:danke|dank) für (?:die|deine|ihre|eure|das|den)|merci (?:beaucoup )?pour (?:ton|ta|tes|votre|vos|l['’])|gracias por (?:tu|su|la|el|todo))/iu;

/** 'Hi Ada,' */
export const isGreetingLine = (sentence: string) =>
  sentence.length < 60 &&
  /^(?:dear|hi|hello|hey|hallo|liebe[rs]?|sehr|guten|bonjour|cher|chère|hola|estimad|querid)[^?]*[,!:]$/iu.test(
    sentence,
  );
