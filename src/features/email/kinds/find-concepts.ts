/**
 * Words of the four languages that mean the same, for what is learned from the mails of one language and read in another.
 * A star: every word that begins so.
 */
const CONCEPTS: Readonly<Record<string, string>> = {
  you: "you your yours yourself ya u ihnen ihr ihre ihren ihrem ihrer sie du dir dich dein deine deinen deinem deiner euch eure euer vous votre vos tu te toi ton ta tes usted ustedes ti tú vosotros vuestra vuestro su sus le les os",
  i: "i me my mine myself ich mir mich mein meine meinen meinem meiner je moi mon ma mes j yo mí mi mis me",
  we: "we us our ours wir uns unser unsere unseren unserem unserer nous notre nos on nosotros nosotras nos nuestro nuestra nuestros nuestras",
  can: "can could would may might möglich kannst können könnten könntest könnt dürfte dürften darf möchten würden würdest pouvez pourriez peux pourrais peut possible serait puede puedes podría podrías podríais podemos podéis posible",
  must: "must need needs have required muss müssen müsste soll sollen sollte brauche brauchen benötige* doit dois devez devons faut besoin debe debes hay necesito necesita* necesitamos",
  please: "please kindly pls plz bitte merci veuillez prière favor ruego rogamos agradecer*",
  know: "know knowing wondering wonder wissen weißt wissen sabe sabes saber savoir sais savez",
  tell: "tell say advise inform sag* mitteilen teilen bescheid melde* melden meldet dire dites dis indiquer indiquez préciser précisez prévenir decir dime díga* dígame dinos avísa* avisa* indica* indícanos contarme confirme",
  confirm: "confirm confirmed confirmation bestätig* rückbestätig* confirm* validation valider",
  send: "send sending forward share attach email schick* sende senden zusenden zukommen übermitteln weiterleiten envoy* transmet* faire parvenir envi* mand* reenv* adjunt* remit*",
  sign: "sign signed signature countersign unterschr* unterzeichn* sign* firm*",
  call: "call ring phone telephone anruf* anrufen telefon* ruf appel* téléphon* llam* llám* telefon*",
  meet: "meet meeting meetings catchup zoom teams treffen treff termin besprechung gespräch rendez réunion rencontr* entretien reunión quedar reunir* vernos cita",
  time: "when time date day hour o'clock am pm wann uhr uhrzeit termin tag quand heure date jour horaire cuándo hora fecha día horario",
  weekday:
    "monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo",
  month:
    "january february march april may june july august september october november december januar februar märz mai juni juli oktober dezember janvier février mars avril juin juillet août septembre octobre novembre décembre enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
  where: "where wo wohin où dónde adónde",
  who: "who whom whose wer wen wem qui quién quiénes",
  why: "why warum wieso weshalb pourquoi por qué",
  how: "how wie comment cómo",
  what: "what was quoi quel quelle quels quelles qué cuál cuáles",
  which: "which welche welcher welches welchen laquelle lequel lesquels",
  number:
    "many much number quantity wieviel viele anzahl menge combien nombre quantité cuántos cuántas cuánto cuánta número cantidad",
  whether: "whether if ob si falls wenn",
  or: "or oder ou o bien",
  prefer:
    "prefer preference rather suit suits works convenient lieber passt passen bevorzug* préfér* convien* arrange prefier* prefer* conviene viene",
  opinion:
    "think opinion view thoughts feedback meinung denkst denken meinst meinen einschätzung avis penses pensez opinion opinas opina opinión parece piensas",
  decide:
    "decide decision approve approval approved permission authorize authorise okay ok entscheid* freigabe freigeb* genehmig* zustimm* erlaub* décid* décision accord approuv* autoris* valid* decid* decisión aprob* aprueb* autoriz* visto permiso",
  attach:
    "attached attachment enclosed enclosing anbei anhang angehängt beigefügt anlage joint jointe jointes ci annexe pièce adjunto adjunta adjuntos adjuntas anexo",
  file: "file document documents copy scan pdf spreadsheet form datei dokument* unterlagen kopie formular fichier document* copie formulaire archivo documento* copia formulario",
  invoice: "invoice invoices bill billing statement rechnung* facture* facturation factura* recibo",
  pay: "pay paid payment payments remittance transfer wire settle settled zahl* bezahl* überweis* beglich* beglei* paie* pay* règle* régl* virement virer pag* abon* transferencia transferir",
  overdue:
    "overdue outstanding unpaid due reminder arrears überfällig offen ausstehend mahnung zahlungserinnerung fällig impayé* échéance rappel relance retard pendiente vencid* impagad* recordatorio",
  bank: "bank account iban bic swift sort konto kontonummer bankverbindung kontodaten banque compte rib bancaire* banco cuenta bancari*",
  change:
    "change changed new updated update switch switched geändert änderung neue neuen neues umstell* chang* nouveau nouvelle nouvelles modif* cambi* nuevo nueva nuevos nuevas",
  urgent:
    "urgent urgently immediately asap today quickly straightaway dringend sofort eilig umgehend heute urgent* urgence immédiat* rapidement aujourd urgente* inmediat* hoy",
  secret:
    "confidential discreet discreetly quietly nobody surprise between yourself vertraulich diskret niemand niemandem überraschung confidentiel* discret* discrétion personne surprise confidencial* discre* nadie sorpresa entre",
  giftcard:
    "gift cards card voucher vouchers scratch gutschein* geschenkkarte* carte cartes cadeau coupon* tarjeta tarjetas regalo",
  click:
    "click link portal login log verify password code codes credentials account unlock klick* link anmeld* passwort kennwort zugangsdaten verifizier* freischalt* cliqu* lien connect* mot passe identifiant* vérifi* clic enlace contraseña clave verific* acced*",
  suspend:
    "suspend* expire* expires locked limited restricted blocked deactivat* held gesperrt sperr* abläuft eingeschränkt bloqué* suspen* expir* bloque* caduca* retenid* retenu*",
  unreachable:
    "reach phone unavailable meetings flight boarding travelling erreichbar unterwegs besprechung flug injoignable joignable réunion avion localizable reunión vuelo viaje",
  customs:
    "parcel delivery customs fee refund tax prize lottery inheritance beneficiary fund paket zoll gebühr erstattung steuer gewinn erbe erbschaft colis douane frais remboursement impôt* gain héritage paquete aduana tasa reembolso hacienda premio herencia",
  offer:
    "offer quote quotation estimate proposal price pricing discount terms angebot kostenvoranschlag preis* rabatt konditionen nachlass offre devis proposition prix remise tarif* rabais oferta presupuesto propuesta precio* descuento condiciones tarifa*",
  order:
    "order ordering orders purchase buy pieces units pallets delivery deliver stock bestell* stück paletten liefer* lieferung bestand auftrag command* pièces unités palettes livr* livraison stock pedido pedir unidades piezas palés entreg* existencias encarg*",
  complain:
    "complain* disappointed disappointing unacceptable broken damaged faulty wrong missing refund frustrated ridiculous again beschwer* enttäusch* kaputt defekt beschädigt falsch fehlt ärger* unzufrieden reklam* erstatt* déçu* inadmissible inacceptable cassé* abîmé* endommagé* défaut réclam* rembours* queja reclam* decepcion* inaceptable roto rota dañad* defect* devol* indign*",
  legal:
    "solicitor solicitors lawyer attorney counsel court claim claimant tenant clause breach pursuant act statutory liability proceedings notice rights anwalt* rechtsanwalt* kanzlei gericht klage frist gesetz* paragraph haftung forderung ansprüche mandant* vertrag* widerspruch avocat* maître tribunal mise demeure juridique loi article responsabilité préjudice cliente délai assignation abogad* bufete juzgado demanda ley artículo responsabilidad plazo requerimiento burofax contrato cliente",
  apply:
    "apply applying application applicant cv resume vacancy position role post candidate bewerb* lebenslauf stelle stellenanzeige ausbildung* praktikum candidature postule* cv poste emploi stage alternance candidatura solicitud currículum puesto vacante prácticas",
  reference:
    "reference references referee recommend recommendation introduce introduction intro vouch empfehl* referenz* vorstell* zeugnis kontakt herstellen recommand* référence* lettre présent* mettre relation referencia* recomend* presentar* carta contacto",
  press:
    "journalist reporter editor newspaper magazine article story publish publication interview podcast quote comment deadline redakt* zeitung magazin artikel veröffentlich* interview stellungnahme zitat beitrag journalist* rédact* journal article publi* entretien citation réaction reportage periodista redac* periódico revista artículo publicar entrevista declaraciones reportaje diario",
  sales:
    "platform solution demo trial pipeline leads customers clients roi boost software tool agency save savings scale plattform lösung kostenlos unverbindlich kunden umsatz steiger* agentur sparen plateforme solution démo essai gratuit* clients agence économis* croissance plataforma solución demostración prueba gratis gratuit* clientes agencia ahorr* ventas",
  invite:
    "invite invited invitation party celebrate celebration dinner wedding birthday join barbecue drinks talk speaker panel event rsvp einlad* fest feier* feiern party geburtstag hochzeit grillen vortrag veranstaltung invit* fête fêter anniversaire mariage dîner apéro soirée conférence événement fiesta celebr* cumpleaños boda cena charla evento ponencia",
  notice:
    "notice please note announce announcement closed closure maintenance works scheduled inform residents staff colleagues remind hinweis information bekannt geschlossen wartung arbeiten bauarbeiten bewohner kolleg* avis information fermé* fermeture travaux informons résidents collègues aviso informa* cerrado cierre obras mantenimiento vecinos compañeros comunica*",
  report:
    "minutes report figures status summary update results revenue actuals attendees actions progress weekly monthly protokoll bericht zahlen stand zusammenfassung ergebnis* umsatz wochenbericht monats* compte rendu rapport chiffres bilan résumé résultats avancement informe acta cifras resumen resultados avance ventas semanal mensual",
  thanks:
    "thank thanks thankful grateful appreciate cheers dank* danke bedank* merci remerci* reconnaissan* gracias agradec* agradezco",
  congratulate:
    "congratulations congrats congratulate proud deserved promotion wonderful brilliant achievement glückwunsch* gratul* stolz verdient beförder* félicit* bravo fier fière mérit* promotion felicid* enhorabuena felicit* orgullos* merecid* ascenso",
  condolence:
    "sorry loss condolences sympathy passed died death funeral grief beileid anteilnahme verlust trauer gestorben verstorben tod beerdigung condoléances décès perte deuil disparu obsèques pensées pésame pérdida fallec* muerte funeral duelo condolencias",
  apology:
    "sorry apologise apologize apologies apology fault mistake regret embarrassed entschuldig* verzeih* leid fehler versehen peinlich désolé* excus* erreur pardon faute gêné* perdón disculp* siento error culpa lamento vergüenza",
  refuse:
    "unfortunately decline declined regret cannot unable pass decided against instead leider absag* ablehn* entschieden können nicht stattdessen malheureusement déclin* refus* regret* décidé renonc* lamentablemente declin* rechaz* decidido desgraciadamente descart*",
  reschedule:
    "reschedule postpone move moved cancel push later earlier clash instead verschieb* verleg* absag* verschoben dazwischen statt annul* report* déplac* décal* avanc* empêch* cancel* aplaz* mover cambiar adelantar posponer anular imprevisto",
  family:
    "mum mom dad mother father kids children son daughter baby grandma granddad husband wife mama papa mutter vater kinder sohn tochter oma opa mann frau maman papa enfants fils fille mari femme mamie papi mamá papá hijos hijo hija abuela abuelo marido mujer niños",
  feeling:
    "love miss happy glad excited lovely hope hugs kiss liebe vermiss* freue freuen schön umarm* aime manque heureu* contente content bises bisous embrasse quiero abrazo besos feliz contenta contento echo",
  automatic:
    "unsubscribe automated automatic automatically noreply newsletter subscription preferences receipt tracking office abmelden abbestellen automatisch newsletter einstellungen abwesen* désabonn* désinscri* automatique* newsletter préférences baja suscripción automático automática boletín preferencias",
  wait: "wait waiting hear reply answer response await warte* antwort rückmeldung attend* réponse espero espera respuesta quedo",
  visit:
    "visit come coming stay arrive vorbei komm* besuch* anreise venir viens venez visite arriver venir vienes viene visita llegar",
  not: "not no never don't nicht kein keine keinen nie ne pas jamais aucun aucune no nunca ningún ninguna",
  work: "work working project team office arbeit* projekt* team büro travail projet équipe bureau trabajo proyecto equipo oficina",
  money:
    "money cost costs budget fee euros pounds dollars geld kosten budget gebühr euro argent coût* budget frais euros dinero coste* presupuesto euros",
};

/** The end of a beginning in the list. */
const SHORTEST = 2;
const LONGEST = 12;
const { exact, beginnings } = readConcepts();

function readConcepts() {
  const words = new Map<string, string[]>();
  const stems = new Map<string, string[]>();
  for (const [name, list] of Object.entries(CONCEPTS))
    for (const each of new Set(list.split(" "))) {
      const [map, key] = each.endsWith("*")
        ? ([stems, each.slice(0, -1)] as const)
        : ([words, each] as const);
      map.set(key, [...(map.get(key) ?? []), name]);
    }
  return { exact: words, beginnings: stems };
}

/** What a word in small letters can mean; most words mean nothing here. */
export function conceptsOf(word: string): readonly string[] {
  const found = exact.get(word);
  const names = found ? [...found] : [];
  for (let length = SHORTEST; length <= Math.min(LONGEST, word.length); length += 1) {
    const begun = beginnings.get(word.slice(0, length));
    if (begun) for (const name of begun) if (!names.includes(name)) names.push(name);
  }
  return names;
}
