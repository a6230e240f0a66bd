/** Addresses from which programs write. */
const PROGRAM =
  /^(?:no-?_?reply|do-?not-?reply|nicht-?antworten|ne-?pas-?repondre|no-?responder|newsletter|news|notifications?|alerts?|mailer(?:-daemon)?|bounces?|updates|marketing|promo|tracker|postmaster|automated|receipts?|billing-?bot|rechnungsservice)(?![\p{L}\p{N}])/iu;
const SMALL_PRINT = new RegExp(
  [
    "unsubscribe|opt[- ]out|manage (?:your )?(?:email )?(?:preferences|subscription)|(?:do|please) not reply to this|you(?: are|'re)? receiv(?:e|ed|ing) this (?:e-?mail|message|because|newsletter)|view (?:this email )?in (?:your )?browser|this is an automat|automatically generated|update your preferences|(?:mailbox|address) is not monitored",
    "vom newsletter abmelden|newsletter abbestellen|hier abmelden|abmelden(?:\\s*\\||$)|(?:bitte )?antworten sie nicht auf diese|automatisch (?:erzeugt|erstellt|generiert|versendet)|im browser (?:ansehen|anzeigen|öffnen)",
    "se désabonner|désinscri|ne pas répondre à ce|message automatique|envoyé automatiquement|voir (?:ce message )?dans (?:votre|le) navigateur",
    "darse de baja|cancelar (?:la |su )?suscripción|no responda a este|mensaje automático|generado automáticamente|ver en (?:el|su) navegador",
  ].join("|"),
  "iu",
);
const ABSENCE =
  /out of (?:the )?office|on (?:annual|parental|maternity) leave|auto(?:matic)?[- ]?repl|abwesenheit(?:snotiz|smeldung)?|nicht im büro|absence du bureau|absent(?:e)? du bureau|réponse automatique|fuera de la oficina|respuesta automática/iu;
const RECEIPT =
  /^(?:your (?:receipt|order|payment|invoice|ticket|booking) |receipt (?:for|from)|order confirmation|payment (?:received|confirmation)|ihre (?:bestellung|zahlung|rechnung|quittung|buchung)|bestellbestätigung|zahlungsbestätigung|votre (?:commande|reçu|facture|réservation)|confirmation de (?:commande|paiement)|(?:su|tu) (?:pedido|recibo|factura|reserva)|confirmación de (?:pedido|pago))/iu;
/** A line that every mail of a list or a program has; a question about such a line is none: 'Did you unsubscribe?' */
export const isSmallPrint = (line: string): boolean =>
  SMALL_PRINT.test(line) &&
  line
    .split(/(?<=[.!?])\s/)
    .some((sentence) => SMALL_PRINT.test(sentence) && !sentence.trimEnd().endsWith("?"));

/** A person asks, or wants something. */
const PERSONAL_QUESTION =
  /\?|\b(?:please (?:pay|confirm|send|call)|overdue|unpaid|bitte (?:zahlen|überweisen|bestätigen|senden)|merci de|veuillez|impayée?|réglée|por favor|pendiente de pago)\b/iu;
/** These words stand at the beginning or the end. */
const PART = 3_000;

/** Whether somebody asks this reader, whom they greet by name, also by way of a mailing list. */
export function asksPersonally(body: string, author: string): boolean {
  const start = body.slice(0, 200).split("\n", 3).join(" ").toLowerCase();
  const names = author
    .toLowerCase()
    .split(/\s+/)
    .filter((name) => name.length > 1);
  return (
    names.some((name) => new Set(start.match(/\p{L}{2,}/gu)).has(name)) &&
    PERSONAL_QUESTION.test(body.slice(0, PART))
  );
}

type Mail = { subject: string; sender: string; body: string };

/** Somebody who greets by name asks this reader more than once, whatever their program adds below. */
const isFromPerson = (body: string): boolean => {
  const questions = body.match(TO_READER)?.length ?? 0;
  return (
    questions > 1 &&
    /^(?:hi|hello|dear|hey|hallo|liebe[r]?|bonjour|chère?|hola|estimad[oa]) \p{Lu}/iu.test(body)
  );
};
const TO_READER =
  /(?<!\p{L})(?:you(?:['’]d)?|your|sie|ihnen|du|dir|vous|votre|tu|te|usted|su)(?!\p{L})[^.?!\n]{0,100}\?/giu;

/** A newsletter, receipt, absence note or notice that a program sent: nobody reads an answer to it. */
export function isAutomaticMail({ subject, sender, body }: Mail): boolean {
  const local = /(?<![^<\s])([^<\s@]+)@/.exec(sender)?.[1] ?? "";
  if (PROGRAM.test(local)) return true;
  const ends = body.length > 2 * PART ? body.slice(0, PART) + body.slice(-PART) : body;
  if (ends.split("\n").some(isSmallPrint) && !isFromPerson(body)) return true;
  const topic = subject.replace(/^(?:(?:re|aw|fwd?|wg|tr|rv)\s*:\s*)+/i, "");
  if (ABSENCE.test(topic) || (ABSENCE.test(ends) && !PERSONAL_QUESTION.test(ends))) return true;
  return RECEIPT.test(topic) && !PERSONAL_QUESTION.test(ends);
}
