import type { LanguageRules } from "../languages/language-rules.ts";

const anyOf = (...words: string[]) => new RegExp(`(?<!\\p{L})(?:${words.join("|")})`, "iu");

/** Business with goods and money: neither good news about the sender nor a small fault of theirs. */
const COMMERCE = anyOf(
  "(?:prices?|pricing|quotes?|quotation|discounts?|orders?|invoices?|deliver\\p{L}*|shipments?|seats?|licen[cs]es?|renewal|contract|payments?|deposit|per cent|instal(?:l)?ments?|penalt\\p{L}+|refunds?|suppliers?)(?!\\p{L})",
  "(?:preise?|angebot\\p{L}*|rabatt|auftrag(?!\\p{L}{0,3} (?:bekommen|gewonnen))|rechnung\\p{L}*|liefer\\p{L}*|zahlung\\p{L}*|vertrag\\p{L}*|lizenz\\p{L}*)(?!\\p{L})",
  "(?:prix|devis|remise|commandes?|factures?|livr\\p{L}+|paiements?|contrat|fournisseur)(?!\\p{L})",
  "(?:precios?|ofertas?|descuentos?|pedidos?|facturas?|entregas?|entregar|pagos?|contrato|proveedor)(?!\\p{L})",
  "[€$£] ?\\d|\\d ?(?:€|\\$|£|euros?|dollars?|pounds?)",
);
export const isCommercial = (text: string): boolean => COMMERCE.test(text);

/** A delay or an absence of the sender, for which nothing has to be forgiven. */
export const SMALL_FAULT = anyOf(
  "(?:(?:late|delay\\p{L}*|slow) (?:in |with |to )?(?:repl\\p{L}+|response|respond\\p{L}*|answer\\p{L}*|get\\p{L}* back|writing)|(?:repl\\p{L}+|respond\\p{L}*|writing|getting back) (?:so |this )?late|(?:can(?:not|['’]t)|could(?:n['’]t| not)|unable to|won['’]t|not able to) (?:be able to )?(?:make|come|join|attend|do|be there)|resched\\p{L}+|postpone|(?:have|need) to (?:cancel|move)|miss(?:ed)?|forgot(?:ten)?|running late|something (?:has )?come up|missed your)",
  "(?:(?:späte|verspätete) (?:antwort|rückmeldung)|(?:erst jetzt|so spät)|absagen|verschieben|schaffe (?:ich )?(?:es )?(?:leider )?nicht|vergessen|verspäte|verpasst|kann (?:ich )?(?:leider )?nicht)",
  "(?:(?:réponse|retard) (?:tardive|de ma réponse)|répond\\p{L}* (?:si |aussi )?tard|annuler|reporter|décaler|oublié|en retard|ne (?:peux|pourrai) pas)",
  "(?:(?:respuesta|contestación) tardía|tardar en (?:responder|contestar)|cancelar|aplazar|olvid|llego tarde|no (?:puedo|podré))",
);
/** What people complain about as customers. */
const AS_CUSTOMER = anyOf(
  "(?:orders?|ordered|deliver\\p{L}*|products?|items?|services?|support|invoices?|bills?|refunds?|units?|machines?|repairs?|outages?|apps?|customers?|labels?|tenants?|rooms?|stay|flight|booking|heating|noise|quality|broken|parcels?|shipments?)(?!\\p{L})",
  "(?:bestell|liefer|ware|rechnung|kunde|artikel|heizung|wohnung|zimmer|buchung|maschine|störung|ausfall|qualität|paket|service|abrechnung|lärm|reparatur)",
  "(?:commande|livr|produit|facture|client|service|chambre|séjour|panne|réparation|colis|qualité|chauffage|machine|bruit)",
  "(?:pedido|entreg|producto|factura|cliente|servicio|habitación|estancia|avería|reparación|paquete|calidad|calefacción|máquina|ruido)",
);
export const isCustomer = (text: string): boolean => AS_CUSTOMER.test(text);

/** The reader is to answer for a defect, or hears of a lawyer. */
const LEGAL = anyOf(
  "(?:(?:call|contact|speak|talk|ring|see|consult)\\p{L}* (?:to |with )?(?:our|my|an?) (?:attorney|lawyer|solicitor)s?|small claims|chargeback|breach of (?:condition|your|the|our|contract)|report (?:the matter|this|you) to the|ombudsman|trading standards|reserv\\p{L}+ (?:all )?(?:our|my) rights)(?!\\p{L})",
  "(?:mängelrüge|rügen wir|wir rügen|§ ?\\d+ (?:\\p{L}+ )?(?:hgb|bgb)|behalten wir uns .{0,40}vor|unser anwalt|meinen anwalt|beim (?:ordnungsamt|bauamt) (?:melden|anzeigen))",
  "(?:mise en demeure|vices? cachés?|mon avocat|tous nos droits|sous réserve de (?:tous )?nos droits)",
  "(?:vicios ocultos|mi abogado|reserv\\p{L}+ (?:el derecho|las acciones))",
);
export const isLegal = (text: string): boolean => LEGAL.test(text);

/** Three signs of the press; two of them are certain. */
const PRESS_SIGNS: readonly RegExp[] = [
  /(?<!\p{L})(?:journalist\p{L}*|reporter\p{L}*|correspondent|newsroom|editor|redakteur\p{L}*|redaktion|journaliste|rédaction|periodista|redacción|the daily|i cover (?:\p{L}+ ){1,4}for)(?!\p{L})/iu,
  /(?<!\p{L})(?:(?:run|runn|publish|writ|prepar|work)\p{L}* (?:on )?(?:a|an|the|this) (?:\p{L}+ )?(?:piece|article|story)|publishing (?:today|tomorrow|this)|for publication|veröffentlich\p{L}*|artikel über|un article|publier|publierons|un artículo|publicar\p{L}*)(?!\p{L})/iu,
  /(?<!\p{L})(?:(?:request for|like to|wish to|want to|care to|right to|your|a|any) comment|on (?:the )?(?:record|background)|off the record|right of reply|stellungnahme|réagir|droit de réponse|declaraciones|derecho de réplica|valoración)(?!\p{L})/iu,
];
export const isPress = (text: string): boolean =>
  PRESS_SIGNS.filter((sign) => sign.test(text)).length > 1 && text.includes("?");

/** An application is to the reader: for a post, and not for a course or a reference. */
const POST = anyOf(
  "(?:positions?|roles?|jobs?|vacanc\\p{L}+|openings?|your (?:team|company|firm)|advert\\p{L}*|traineeship|apprenticeship|as (?:an? |your )?\\p{L}+)(?!\\p{L})",
  "(?:stelle|stellenanzeige|position|ausbildung\\p{L}*|praktikum\\p{L}*|ihrem (?:team|unternehmen)|als \\p{L}+)",
  "(?:poste|emploi|offre|stage|alternance|candidature)",
  "(?:puesto|vacante|empleo|oferta|prácticas|candidatura)",
);
const FOR_OTHERS = anyOf(
  "(?:reference (?:letter|for)|letter of (?:reference|recommendation)|(?:two|a|need|my) references?|referees?|recommendation|master['’]?s|university|degree|scholarship|grant|planning|visa|mortgage)(?!\\p{L})",
  "(?:empfehlungsschreiben|referenz|gutachten|studium|masterstudiengang|stipendium|bauantrag)",
  "(?:lettre de recommandation|recommandation|master(?!\\p{L})|université|bourse)",
  "(?:carta de recomendación|referencias|máster|universidad|beca)",
);
export const isForPost = (text: string): boolean => POST.test(text) && !FOR_OTHERS.test(text);

/** Sympathy for the reader's loss in more than one sign. */
const SYMPATHY_SIGNS: readonly RegExp[] = [
  /(?<!\p{L})(?:so|very|terribly|deeply|truly) (?:very )?sorry(?!\p{L})|(?:aufrichtig|herzlich)\p{L}{0,3} (?:beileid|anteilnahme)|tut mir (?:so|sehr|unendlich) leid|condoléances|toute ma sympathie|(?:cu[aá]nto|mucho) lo siento|lo siento (?:mucho|muchísimo)/iu,
  /(?<!\p{L})(?:have only just heard|just heard (?:about|of)|heard the news|your loss|what (?:he|she) was to you|nobody like (?:him|her)|gerade erst (?:erfahren|gehört)|verlust|viens d['’]apprendre|acabo de enterarme|pérdida)(?!\p{L})/iu,
  /(?<!\p{L})(?:with (?:\p{L}+ )?(?:and )?sympathy|in sympathy|love and sympathy|thinking of you|in stiller (?:trauer|anteilnahme)|de tout cœur avec (?:vous|toi)|un abrazo muy fuerte)(?!\p{L})/iu,
  /(?<!\p{L})(?:if there is anything|anything (?:at all )?(?:that )?(?:i|we) can do|you need only say|wenn ich (?:irgend)?etwas (?:für dich )?tun kann|si je peux faire quoi que ce soit|si puedo (?:ayudar|hacer) (?:en )?algo)(?!\p{L})/iu,
];
export const isSympathy = (text: string): boolean =>
  SYMPATHY_SIGNS[0]?.test(text) === true && SYMPATHY_SIGNS.filter((sign) => sign.test(text)).length > 1;

/** An offer of the reader is refused. */
export const REFUSAL = anyOf(
  "(?:decided (?:not to|against) (?:accept|tak|join|mov)\\p{L}*|(?:have to|must|will|going to) (?:decline|turn down|pass on)|(?:declin|turn)\\p{L}* (?:down )?(?:your|the) (?:offer|position|role)|withdraw my (?:application|candidacy))(?!\\p{L})",
  "(?:(?:ihr|das|dein) angebot (?:leider )?(?:nicht an|ab)|entschieden,? (?:das|ihr) angebot (?:nicht|abzulehnen)|ziehe (?:ich )?meine bewerbung)",
  "(?:(?:décliner|refuser) votre (?:offre|proposition)|décidé de ne pas (?:accepter|donner suite)|retire ma candidature)",
  "(?:(?:rechazar|declinar) (?:su|la) oferta|decidido no aceptar|retiro mi candidatura)",
);

/** Good news of the sender's own: 'we won the tender', 'our daughter was born', and nothing that is sold. */
export const isGoodNews = (text: string, rules: LanguageRules): boolean =>
  rules.goodNews.test(text) && !isCommercial(text);

/** What is neither plain nor good: thanks for it would be out of place. */
export const isUnclear = (sentences: readonly string[]): boolean =>
  sentences.some((each) => UNCLEAR.test(each));
const UNCLEAR =
  /(?<!\p{L})(?:refund|money back|attorney|lawyer|solicitor|acceptable|i want|we want|disappoint\p{L}*|not happy|angry|rückerstattung|anwalt|enttäuscht|verärgert|ich will|wir erwarten|remboursement|avocat|déçue?s?|inacceptable|reembolso|abogado|decepcionad[oa]s?|inaceptable|within \d{1,3} (?:\p{L}+ )?days|notice to quit|giv(?:e|ing) (?:you )?notice|terminat\p{L}*|i require|we require|will be treated|under section|i demand|we demand|failing which|redundan\p{L}*|diagnos\p{L}*|innerhalb von \p{L}+ (?:tagen|wochen)|fordern wir|fordere ich|kündig\p{L}*|gemäß §|sous \p{L}+ jours|mise en demeure|résili\p{L}*|exigeons|en el plazo de|exigimos|rescind\p{L}*)(?!\p{L})/iu;
