import type { WrittenLanguage } from "#platform/language/detect-language.ts";

/** What is written where it is not certain what a mail wants: it names its questions, and promises nothing. */
export type NeutralPhrases = {
  /** To family and friends who write at length. */
  gladOfMail: string;
  /** To somebody whose family has bad news and who asks for something. */
  sorryForNews: string;
  /** Above a list of gaps. */
  lead: string;
  /** The gap for all answers together. */
  answers: string;
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
    gladOfMail: "Good to hear from you!",
    sorryForNews: "I am very sorry to hear that.",
    lead: "Here are my answers:",
    answers: "[answers]",
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
    gladOfMail: "Schön, von dir zu hören!",
    sorryForNews: "Das tut mir sehr leid.",
    lead: "Hier meine Antworten:",
    answers: "[Antworten]",
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
    gladOfMail: "Ça fait plaisir de te lire !",
    sorryForNews: "Cette nouvelle me peine beaucoup.",
    lead: "Voici mes réponses :",
    answers: "[réponses]",
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
    gladOfMail: "¡Qué alegría saber de ti!",
    sorryForNews: "Lo siento mucho.",
    lead: "Estas son mis respuestas:",
    answers: "[respuestas]",
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
