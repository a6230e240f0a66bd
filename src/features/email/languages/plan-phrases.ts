import type { WrittenLanguage } from "#platform/language/detect-language.ts";
import { capital } from "./language-rules.ts";

/** Whole sentences about matters that a mail names; `things` have their article, in German none. */
export type PlanPhrases = {
  /** 'A, B and C', in German 'zu A, B und C'; `isOpen`: there is more than these. */
  list(things: readonly string[], isOpen: boolean, isFormal: boolean): string;
  /** An answer about these is promised until a day. */
  follow(things: string, due: string, isFormal: boolean): string;
  /** Behind another sentence. */
  followToo(things: string, isFormal: boolean): string;
  /** What was asked for is sent until a day. */
  send(thing: string, due: string, isFormal: boolean): string;
  /** Of two ways one is chosen; `thing`: what for, or null. */
  choose(gap: string, thing: string | null, isFormal: boolean): string;
  /** For something that the mail encloses; null: for work that its sender did. */
  thank(thing: string | null, isFormal: boolean): string;
  /** For a mail that nothing else is known about. */
  thankForMail(isFormal: boolean): string;
  /** What a mail may enclose, by its noun. */
  enclosed: readonly (readonly [noun: RegExp, thing: string])[];
  /** A sentence that encloses something, and one that says what its sender has done for the reader. */
  encloses: RegExp;
  did: RegExp;
};

const listed = (things: readonly string[], and: string): string =>
  things.length < 2 ? things.join("") : `${things.slice(0, -1).join(", ")} ${and} ${things.at(-1)}`;

const noun = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, "iu");

export const PLANS: Readonly<Record<WrittenLanguage, PlanPhrases>> = {
  en: {
    list: (things, isOpen, isFormal) =>
      listed(isOpen ? [...things, isFormal ? "the other points" : "the rest"] : things, "and"),
    follow: (things, due, isFormal) =>
      isFormal ? `I will come back to you on ${things} ${due}.` : `I'll get back to you on ${things} ${due}.`,
    followToo: (things, isFormal) =>
      isFormal
        ? `I will come back to you on ${things} as well.`
        : `I'll get back to you on ${things} as well.`,
    send: (thing, due, isFormal) =>
      isFormal ? `I will send you ${thing} ${due}.` : `You'll have ${thing} ${due}.`,
    choose: (gap, thing) => (thing === null ? `${gap}, please.` : `For ${thing}, ${gap}, please.`),
    thank: (thing, isFormal) => `${isFormal ? "Thank you" : "Thanks"} for ${thing ?? "taking care of this"}.`,
    thankForMail: (isFormal) => (isFormal ? "Thank you for your message." : "Thanks for your message."),
    enclosed: [
      [noun("drafts?"), "the draft"],
      [noun("quot(?:e|ation)s?|offer|proposal"), "the offer"],
      [noun("report"), "the report"],
      [noun("figures|numbers"), "the figures"],
      [noun("slides|deck|presentation"), "the slides"],
      [noun("list"), "the list"],
      [noun("photos|pictures|images"), "the pictures"],
      [noun("minutes"), "the minutes"],
      [noun("comments|feedback"), "the comments"],
      [noun("plan"), "the plan"],
      [noun("documents|papers|files"), "the documents"],
      [noun("update"), "the update"],
    ],
    encloses:
      /(?<!\p{L})(?:attached|enclosed|i (?:attach|enclose)|here (?:is|are)|please find|(?:is|are) (?:now )?(?:ready|done|finished|in the (?:shared )?folder)|i(?:['’]ve| have) (?:put together|prepared|drafted|written up))(?!\p{L})/iu,
    did: /^(?:\p{L}+,? )?i(?:['’]ve| have)? (?:already |now |also )?(?:went|gone|finished|fixed|sorted|cleaned|updated|checked|tidied|moved|booked|chased|negotiated|worked|merged|solved|repaired|arranged|organised|organized) (?!out of)/iu,
  },
  de: {
    list: (things, isOpen, isFormal) =>
      isOpen
        ? [
            ...(things.length === 1
              ? [`zum Thema ${things[0]}`]
              : things.length > 1
                ? [`zu ${listed(things, "und")}`]
                : []),
            isFormal ? "zu den übrigen Punkten" : "zum Rest",
          ].join(" und ")
        : things.length === 1
          ? `zum Thema ${things[0]}`
          : `zu ${listed(things, "und")}`,
    follow: (things, due, isFormal) =>
      `${capital(things)} melde ich mich ${due} bei ${isFormal ? "Ihnen" : "dir"}.`,
    followToo: (things, isFormal) =>
      `${capital(things)} melde ich mich auch noch bei ${isFormal ? "Ihnen" : "dir"}.`,
    send: (thing, due, isFormal) => `${thing} ${isFormal ? "erhalten Sie" : "bekommst du"} ${due}.`,
    choose: (gap) => `Bitte ${gap}.`,
    thank: (thing, isFormal) =>
      `${isFormal ? "Vielen Dank" : "Danke"} für ${thing ?? (isFormal ? "Ihre Mühe" : "deine Mühe")}.`,
    thankForMail: (isFormal) => (isFormal ? "Vielen Dank für Ihre Nachricht." : "Danke für deine Nachricht."),
    enclosed: [
      [noun("\\p{L}{0,30}entwurf"), "den Entwurf"],
      [noun("\\p{L}{0,30}angebot"), "das Angebot"],
      [noun("\\p{L}{0,30}bericht"), "den Bericht"],
      [noun("\\p{L}{0,30}zahlen"), "die Zahlen"],
      [noun("folien|präsentation"), "die Folien"],
      [noun("\\p{L}{0,30}liste"), "die Liste"],
      [noun("fotos|bilder"), "die Bilder"],
      [noun("protokoll"), "das Protokoll"],
      [noun("\\p{L}{0,30}unterlagen|dokumente"), "die Unterlagen"],
      [noun("\\p{L}{0,30}plan"), "den Plan"],
    ],
    encloses:
      /(?<!\p{L})(?:anbei|im anhang|beigefügt|angehängt|(?:sende|schicke|übersende) ich|erhalten sie|(?:ist|sind) (?:jetzt |nun )?(?:fertig|im laufwerk|im ordner))(?!\p{L})/iu,
    did: /(?<!\p{L})(?:(?:hab|habe) ich|ich habe?) (?:[\p{L}\d%.-]+ ){0,10}(?:herausgehandelt|erledigt|geprüft|überarbeitet|repariert|gebucht|organisiert|aufgeräumt|korrigiert|geklärt|verhandelt)(?!\p{L})/iu,
  },
  fr: {
    list: (things, isOpen, isFormal) =>
      listed(isOpen ? [...things, isFormal ? "les autres points" : "le reste"] : things, "et"),
    follow: (things, due, isFormal) =>
      isFormal
        ? `Pour ${things}, je reviens vers vous ${due}.`
        : `Pour ${things}, je reviens vers toi ${due}.`,
    followToo: (things, isFormal) =>
      `Pour ${things}, je reviens ${isFormal ? "également vers vous" : "aussi vers toi"}.`,
    send: (thing, due, isFormal) =>
      `Je ${isFormal ? "vous" : "t'"}${isFormal ? " " : ""}envoie ${thing} ${due}.`,
    choose: (gap, thing) => (thing === null ? `Je choisis ${gap}.` : `Pour ${thing}, je choisis ${gap}.`),
    thank: (thing, isFormal) =>
      isFormal
        ? `Je vous remercie pour ${thing ?? "votre travail"}.`
        : `Merci pour ${thing ?? "ton travail"}.`,
    thankForMail: (isFormal) => (isFormal ? "Je vous remercie de votre message." : "Merci pour ton message."),
    enclosed: [
      [noun("devis"), "le devis"],
      [noun("offre|proposition"), "l'offre"],
      [noun("rapport|compte rendu"), "le compte rendu"],
      [noun("chiffres"), "les chiffres"],
      [noun("photos|images"), "les photos"],
      [noun("liste"), "la liste"],
      [noun("documents|pièces"), "les documents"],
      [noun("projet"), "le projet"],
      [noun("maquette|v\\d"), "la maquette"],
    ],
    encloses:
      /(?<!\p{L})(?:ci-joint\p{L}{0,2}|en pièce jointe|pièce jointe|je vous (?:transmets|adresse|envoie)|je t['’]envoie|(?:est|sont) prête?s?|veuillez trouver|vous trouverez)(?!\p{L})/iu,
    did: /(?<!\p{L})j['’]ai (?:déjà |bien )?(?:terminé|vérifié|corrigé|retouché|réservé|négocié|organisé|réparé|relancé|mis à jour)(?!\p{L})/iu,
  },
  es: {
    list: (things, isOpen, isFormal) =>
      listed(isOpen ? [...things, isFormal ? "los demás puntos" : "el resto"] : things, "y"),
    follow: (things, due, isFormal) =>
      `Sobre ${things} ${isFormal ? "le responderé" : "te respondo"} ${due}.`,
    followToo: (things, isFormal) => `Sobre ${things} ${isFormal ? "le responderé" : "te respondo"} también.`,
    send: (thing, due, isFormal) => `${isFormal ? "Le enviaré" : "Te envío"} ${thing} ${due}.`,
    choose: (gap, thing) => (thing === null ? `Prefiero ${gap}.` : `Para ${thing}, prefiero ${gap}.`),
    thank: (thing, isFormal) =>
      `${isFormal ? "Muchas gracias" : "Gracias"} por ${thing ?? (isFormal ? "su trabajo" : "tu trabajo")}.`,
    thankForMail: (isFormal) => (isFormal ? "Muchas gracias por su mensaje." : "Gracias por tu mensaje."),
    enclosed: [
      [noun("oferta|presupuesto|propuesta"), "la oferta"],
      [noun("informe"), "el informe"],
      [noun("cifras|números"), "las cifras"],
      [noun("fotos"), "las fotos"],
      [noun("lista"), "la lista"],
      [noun("tarifas"), "las tarifas"],
      [noun("documentos|documentación"), "los documentos"],
      [noun("borrador"), "el borrador"],
      [noun("acta"), "el acta"],
    ],
    encloses:
      /(?<!\p{L})(?:(?:te |le |les )?adjunt[oa]s?|(?:te|le) (?:envío|mando|paso)|(?:está|están) (?:ya )?list[oa]s?)(?!\p{L})/iu,
    did: /(?<!\p{L})(?:ya )?he (?:terminado|revisado|corregido|reservado|negociado|organizado|arreglado|actualizado)(?!\p{L})/iu,
  },
};
