import type { WrittenLanguage } from "#platform/language/detect-language.ts";

/** What is written where it is not certain what a mail wants: it names its questions, and promises nothing. */
export type NeutralPhrases = {
  /** Thanks for the mail, with its subject in quotation marks; null where it has none that can be named. */
  opening(isFormal: boolean, subject: string | null): string;
  /** To family and friends who write at length. */
  gladOfMail: string;
  /** Above a list of gaps. */
  lead: string;
  /** The line of a list whose matter has no name, by its place from 1. */
  point(place: number): string;
  /** Before the gap for one question without a name. */
  myAnswer: string;
  /** The name of a confirmation that is asked for. */
  confirmation: string;
  /** The gap for something that is to be done. */
  task: string;
  /** The gap for what a labelled mail of the same kind wants. */
  gaps: { time: string; place: string; number: string; opinion: string; confirm: string };
  /** To somebody who refuses what the reader offered. */
  regret(isFormal: boolean): string;
};

export const NEUTRAL: Readonly<Record<WrittenLanguage, NeutralPhrases>> = {
  en: {
    opening: (isFormal, subject) =>
      subject === null
        ? isFormal
          ? "Thank you for your message."
          : "Thanks for your message."
        : isFormal
          ? `Thank you for your message about "${subject}".`
          : `Thanks for your message about "${subject}".`,
    gladOfMail: "Good to hear from you!",
    lead: "Here are my answers:",
    point: (place) => `${["First", "Second", "Third", "Fourth", "Fifth"][place - 1] ?? "Next"} point`,
    myAnswer: "My answer to your question: ",
    confirmation: "Confirmation",
    task: "[done / by when]",
    gaps: {
      time: "[day and time]",
      place: "[place]",
      number: "[number]",
      opinion: "[your view]",
      confirm: "[confirmed / not yet]",
    },
    regret: (isFormal) =>
      isFormal
        ? "Thank you for letting me know. I am sorry that it did not work out this time, and I wish you all the best."
        : "Thanks for letting me know. I'm sorry that it didn't work out this time, and I wish you all the best.",
  },
  de: {
    opening: (isFormal, subject) =>
      `${isFormal ? "Vielen Dank für Ihre Nachricht" : "Danke für deine Nachricht"}${subject === null ? "" : ` zu „${subject}“`}.`,
    gladOfMail: "Schön, von dir zu hören!",
    lead: "Hier meine Antworten:",
    point: (place) =>
      `Zum ${["ersten", "zweiten", "dritten", "vierten", "fünften"][place - 1] ?? "nächsten"} Punkt`,
    myAnswer: "Zur Frage: ",
    confirmation: "Bestätigung",
    task: "[erledigt / bis wann]",
    gaps: {
      time: "[Tag und Uhrzeit]",
      place: "[Ort]",
      number: "[Anzahl]",
      opinion: "[Meinung]",
      confirm: "[bestätigt / noch nicht]",
    },
    regret: (isFormal) =>
      isFormal
        ? "Vielen Dank für Ihre Nachricht. Ich bedaure, dass es diesmal nicht geklappt hat, und wünsche Ihnen alles Gute."
        : "Danke für deine Nachricht. Schade, dass es diesmal nicht geklappt hat. Alles Gute dir!",
  },
  fr: {
    opening: (isFormal, subject) =>
      `${isFormal ? "Je vous remercie de votre message" : "Merci pour ton message"}${subject === null ? "" : ` au sujet de « ${subject} »`}.`,
    gladOfMail: "Ça fait plaisir de te lire !",
    lead: "Voici mes réponses :",
    point: (place) =>
      `${["Premier", "Deuxième", "Troisième", "Quatrième", "Cinquième"][place - 1] ?? "Autre"} point`,
    myAnswer: "Ma réponse à la question : ",
    confirmation: "Confirmation",
    task: "[fait / pour quand]",
    gaps: {
      time: "[jour et heure]",
      place: "[lieu]",
      number: "[nombre]",
      opinion: "[avis]",
      confirm: "[confirmé / pas encore]",
    },
    regret: (isFormal) =>
      isFormal
        ? "Je vous remercie de votre message. Je regrette que cela n'ait pas abouti cette fois et vous souhaite le meilleur."
        : "Merci de m'avoir prévenue. Dommage que cela n'ait pas abouti cette fois, je te souhaite le meilleur.",
  },
  es: {
    opening: (isFormal, subject) =>
      `${isFormal ? "Muchas gracias por su mensaje" : "Gracias por tu mensaje"}${subject === null ? "" : ` sobre «${subject}»`}.`,
    gladOfMail: "¡Qué alegría saber de ti!",
    lead: "Estas son mis respuestas:",
    point: (place) => `${["Primer", "Segundo", "Tercer", "Cuarto", "Quinto"][place - 1] ?? "Otro"} punto`,
    myAnswer: "Mi respuesta a la pregunta: ",
    confirmation: "Confirmación",
    task: "[hecho / para cuándo]",
    gaps: {
      time: "[día y hora]",
      place: "[lugar]",
      number: "[número]",
      opinion: "[opinión]",
      confirm: "[confirmado / todavía no]",
    },
    regret: (isFormal) =>
      isFormal
        ? "Muchas gracias por su mensaje. Lamento que esta vez no haya sido posible y le deseo lo mejor."
        : "Gracias por avisarme. Siento que esta vez no haya sido posible, te deseo lo mejor.",
  },
};
