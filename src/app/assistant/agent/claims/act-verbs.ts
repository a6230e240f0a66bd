/** What an act has to be: calls that ran (or only looked), or one that waits for the person. */
export type ActKind = {
  calls: RegExp;
  needs: "changed" | "looked" | "proposed" | "prepared";
  /** Proved only where the sentence names a thing that can be made here: 'booked the meeting', not 'the flight'. */
  isOfThing?: true;
};

const ANY = /./;
const kind = (calls: RegExp, needs: ActKind["needs"] = "changed"): ActKind => ({ calls, needs });
const SEND = kind(
  /^(?:emails\.(?:send|reply|forward|schedule|remind|reschedule)|messages\.(?:send|reply)|conversations\.create|eventInvitations\.|invitations\.|decisions\.remind|commitments\.nudge|templates\.use)/,
);
const CREATE = kind(
  /\.(?:create|quickAdd|add|save|copy|generate|upload|attach|propose|openWith|convert|duplicate)/,
);
const PLAN = kind(
  /^(?:events|bookings?|bookingPages|eventInvitations|tasks|notifications|emails\.(?:schedule|send|snooze)|calls)/,
);
const DELETE = kind(/\.(?:delete|remove|cancel|clear|revoke|unshare|trash|dismiss|empty)/);
const CHANGE = kind(/\.(?!create|quickAdd|addQuickly|send|delete|list|get)/);
const WITH = (calls: RegExp) => kind(calls);

const VERBS: readonly (readonly [string, ActKind])[] = [
  [
    "sent emailed e-mailed mailed replied forwarded messaged texted answered posted thanked informed notified gesendet geschickt versendet beantwortet envoye repondu transfere enviado respondido reenviado",
    SEND,
  ],
  [
    "created added made wrote noted saved remembered recorded entered logged put jotted erstellt angelegt hinzugefugt notiert eingetragen gespeichert cree ajoute note enregistre creado anadido guardado anotado",
    CREATE,
  ],
  ["scheduled arranged blocked planned geplant planifie programado", PLAN],
  ["booked reserved gebucht reserviert reserve reservado", { ...PLAN, isOfThing: true }],
  [
    "deleted removed cancelled canceled cleared trashed discarded revoked withdrawn geloscht entfernt abgesagt storniert supprime annule eliminado borrado cancelado",
    DELETE,
  ],
  [
    "moved changed updated renamed rescheduled postponed shifted pushed set adjusted edited corrected extended shortened assigned prioritised prioritized tagged labelled labeled flagged linked verschoben geandert aktualisiert umbenannt deplace modifie renomme movido cambiado actualizado",
    CHANGE,
  ],
  [
    "completed finished closed ticked marked checked-off abgehakt abgeschlossen termine completado terminado marcado",
    WITH(/\.(?:update|complete|close|mark|move|set)/),
  ],
  ["archived archiviert archive archivado", WITH(/archive/i)],
  ["snoozed zuruckgestellt", WITH(/snooze|remind/i)],
  ["starred favorited favourited pinned", WITH(/\.(?:update|setFavorite|star|favorite|pin)/i)],
  [
    "accepted declined approved rejected voted confirmed angenommen abgelehnt zugesagt bestatigt accepte refuse aceptado rechazado confirmado",
    WITH(/answer|vote|respond|approve|decide|confirm|accept|decline/i),
  ],
  ["shared geteilt freigegeben partage compartido", WITH(/share|createLink|invite/i)],
  ["invited eingeladen invite invitado", WITH(/invit|addPeople|members|^events\.(?:create|update)/i)],
  [
    "restored recovered reopened undone wiederhergestellt restaure restaurado",
    WITH(/restore|undo|unarchive|\.update/i),
  ],
  ["unsubscribed abgemeldet", WITH(/unsubscribe/i)],
  ["muted", WITH(/mute/i)],
  ["uploaded attached downloaded", WITH(/attach|upload|\.create|\.update/i)],
  [
    "paid transferred wired ordered bought purchased phoned rang called faxed printed signed bezahlt uberwiesen bestellt angerufen unterschrieben paye commande appele signe pagado comprado firmado",
    WITH(/^(?:calls\.start|decisions\.vote)$/),
  ],
  ["handled arranged sorted fixed resolved processed executed carried performed applied", kind(ANY)],
  ["drafted prepared vorbereitet prepare preparado", kind(ANY, "prepared")],
  ["proposed suggested queued vorgeschlagen propose propuesto", kind(ANY, "proposed")],
  [
    "checked looked searched reviewed scanned examined gepruft durchsucht nachgesehen verifie cherche revisado buscado",
    kind(ANY, "looked"),
  ],
];

/** What was done by the past form of a verb. */
export const ACT_VERBS: ReadonlyMap<string, ActKind> = new Map(
  VERBS.flatMap(([words, act]) => words.split(" ").map((word) => [word, act] as const)),
);

/** 'Done', 'all set': anything that was changed. */
export const ANY_ACT = kind(ANY);
export const ANY_READ = kind(ANY, "looked");
export const WAITS = kind(ANY, "proposed");

/** By what a sentence says was made or sent: the calls that do that. */
export const CALLS_OF: Readonly<Record<string, RegExp>> = {
  task: /^(?:tasks|projects)\./,
  event: /^(?:events|eventInvitations|bookings?|calls|tasks)/,
  email: /^(?:emails|templates|commitments)/,
  message: /^(?:messages|conversations|emails)/,
  document: /^(?:documents|papers)/,
  contact: /^contacts/,
  notification: /^(?:notifications|emails\.remind|tasks|events|decisions\.remind)/,
  project: /^project/,
  decision: /^decisions/,
  workspace: /^workspaces/,
};
