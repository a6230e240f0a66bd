import { capital } from "./language-rules.ts";
import type { SituationPhrases } from "./situation-phrases.ts";

/** What is written in German where a mail is of a known kind. */
export const germanSituations: SituationPhrases = {
  byDay: "bis [Tag]",
  examineComplaint: (isFormal, due) =>
    isFormal
      ? `Es tut mir leid, dass Sie Ärger damit hatten. Ich lasse das prüfen und melde mich ${due} bei Ihnen.`
      : `Es tut mir leid, dass du Ärger damit hattest. Ich gehe dem nach und melde mich ${due} bei dir.`,
  askAboutComplaint: (isFormal) =>
    isFormal
      ? "Es tut mir leid, dass Sie Ärger damit hatten. Damit ich das prüfen kann: Könnten Sie mir bitte [Angaben] schicken?"
      : "Es tut mir leid, dass du Ärger damit hattest. Damit ich dem nachgehen kann: Kannst du mir [Angaben] schicken?",
  checkInvoice: (isFormal, due) =>
    isFormal
      ? `Vielen Dank für die Erinnerung. Ich lasse die Rechnung prüfen und melde mich ${due} bei Ihnen.`
      : `Danke für die Erinnerung. Ich lasse die Rechnung prüfen und melde mich ${due} bei dir.`,
  askForInvoice: (isFormal) =>
    isFormal
      ? "Vielen Dank für die Erinnerung. Könnten Sie mir bitte eine Kopie der Rechnung schicken?"
      : "Danke für die Erinnerung. Kannst du mir bitte eine Kopie der Rechnung schicken?",
  examineApplication: (isFormal, due) =>
    isFormal
      ? `Vielen Dank für Ihre Bewerbung und Ihr Interesse an uns. Ich sehe sie mir genau an und melde mich ${due} bei Ihnen.`
      : `Vielen Dank für deine Bewerbung und dein Interesse an uns. Ich sehe sie mir genau an und melde mich ${due} bei dir.`,
  inviteApplicant: (isFormal) =>
    isFormal
      ? "Vielen Dank für Ihre Bewerbung. Ich würde Sie gerne kennenlernen. Wäre Ihnen [Tag und Uhrzeit] für ein Gespräch recht?"
      : "Vielen Dank für deine Bewerbung. Ich würde dich gerne kennenlernen. Passt dir [Tag und Uhrzeit] für ein Gespräch?",
  declineApplicant: (isFormal) =>
    isFormal
      ? "Vielen Dank für Ihre Bewerbung. Leider können wir Ihnen diese Stelle nicht anbieten. Für Ihre Suche wünsche ich Ihnen viel Erfolg."
      : "Vielen Dank für deine Bewerbung. Leider können wir dir diese Stelle nicht anbieten. Für deine Suche wünsche ich dir viel Erfolg.",
  declinePitch: (isFormal) =>
    isFormal
      ? "Vielen Dank für Ihr Angebot. Derzeit haben wir dafür keinen Bedarf."
      : "Danke für dein Angebot. Derzeit haben wir dafür keinen Bedarf.",
  familyFirst: (isFormal) =>
    isFormal
      ? "Vielen Dank für die Nachricht. Machen Sie sich um die Arbeit keine Sorgen. Ihnen und Ihrer Familie wünsche ich alles Gute."
      : "Kein Problem, die Familie geht vor. Ich hoffe, dass bald alles wieder gut ist!",
  takeSeriously: (isFormal) =>
    isFormal
      ? "Vielen Dank für Ihr Vertrauen. Ich nehme das ernst. Wäre Ihnen [Tag und Uhrzeit] für ein Gespräch recht?"
      : "Danke für dein Vertrauen, ich nehme das ernst. Passt dir [Tag und Uhrzeit] für ein Gespräch?",
  thankForPraise: (isFormal) => (isFormal ? "Das freut mich sehr." : "Das freut mich!"),
  acceptResignation: (isFormal) =>
    isFormal
      ? "Vielen Dank, dass Sie mir das sagen. Ich bedaure sehr, dass Sie gehen, und danke Ihnen für alles. Wäre Ihnen [Tag und Uhrzeit] recht, um die Übergabe zu besprechen?"
      : "Danke, dass du mir das sagst. Ich finde es sehr schade, dass du gehst, und danke dir für alles. Passt dir [Tag und Uhrzeit], um die Übergabe zu besprechen?",
  thankForIntroduction: (isFormal) =>
    isFormal
      ? "Vielen Dank für die Vermittlung.\n\n[Name], es freut mich, Sie kennenzulernen. Wäre Ihnen [Tag und Uhrzeit] für ein Gespräch recht?"
      : "Danke fürs Vernetzen!\n\n[Name], schön, dich kennenzulernen. Passt dir [Tag und Uhrzeit] für ein Gespräch?",
  considerAppeal: (isFormal, due) =>
    isFormal
      ? `Vielen Dank, dass Sie an uns denken. Ich prüfe, was wir tun können, und melde mich ${due} bei Ihnen.`
      : `Danke, dass du an uns denkst. Ich prüfe, was wir tun können, und melde mich ${due} bei dir.`,
  declineAppeal: (isFormal) =>
    isFormal
      ? "Vielen Dank, dass Sie an uns denken. Leider können wir diesmal nichts beitragen. Ich wünsche Ihnen viel Erfolg."
      : "Danke, dass du an uns denkst. Leider können wir diesmal nichts beitragen. Ich wünsche dir viel Erfolg!",
  considerRise: (isFormal, due) =>
    isFormal
      ? `Vielen Dank für die Information. Ich sehe mir die Zahlen an und melde mich ${due} bei Ihnen.`
      : `Danke für die Info. Ich sehe mir die Zahlen an und melde mich ${due} bei dir.`,
  declineRise: (isFormal) =>
    isFormal
      ? "Vielen Dank für die Information. Der Erhöhung können wir so leider nicht zustimmen. Könnten wir uns auf [Vorschlag] einigen?"
      : "Danke für die Info. Das ist leider mehr, als bei uns geht. Können wir uns auf [Vorschlag] einigen?",
  noCommentYet: (due) =>
    `Ihre Anfrage habe ich erhalten. Ich gehe ihr nach und melde mich ${due} bei Ihnen. Bis dahin äußere ich mich nicht dazu.`,
  noComment: "Ihre Anfrage habe ich erhalten. Wir äußern uns nicht dazu.",
  agreeToMeet: (isFormal) =>
    isFormal ? "Sehr gerne. Wäre Ihnen [Tag und Uhrzeit] recht?" : "Gerne! Passt dir [Tag und Uhrzeit]?",
  gladly: (isFormal) => (isFormal ? "Sehr gerne." : "Gerne!"),
  declineToMeet: (isFormal) =>
    isFormal
      ? "Vielen Dank für die Anfrage. Leider fehlt mir im Moment die Zeit dafür."
      : "Danke für die Anfrage. Leider fehlt mir im Moment die Zeit dafür.",
  inThoughts: (isFormal) =>
    isFormal
      ? "In Gedanken bin ich bei Ihnen und Ihrer Familie."
      : "In Gedanken bin ich bei dir und deiner Familie.",
  great: (isFormal) => (isFormal ? "Das freut mich, vielen Dank." : "Super, danke!"),
  enjoyLeave: (isFormal) => (isFormal ? "Ich wünsche Ihnen einen schönen Urlaub." : "Schönen Urlaub!"),
  goAhead: "Ja, bitte.",
  notYet: "Bitte noch nicht: [Grund].",
  choose: (option) => `${capital(option)}, bitte.`,
  willGuest: "Ich komme [allein / in Begleitung].",
  diet: "Unverträglichkeiten: [keine].",
  hold: (isFormal, due, matter) =>
    `Ich sehe mir ${matter ?? "das"} an und melde mich ${due} bei ${isFormal ? "Ihnen" : "dir"}.`,
  holdInvitation: (isFormal, due) =>
    isFormal
      ? `Vielen Dank für die Anfrage. Ich sehe nach, ob es sich einrichten lässt, und melde mich ${due} bei Ihnen.`
      : `Danke, dass du fragst! Ich sehe nach, wie es sich einrichten lässt, und melde mich ${due} bei dir.`,
  received: (isFormal, due) =>
    isFormal
      ? `Ihre Nachricht habe ich erhalten und melde mich ${due} bei Ihnen.`
      : `Deine Nachricht habe ich bekommen und melde mich ${due} bei dir.`,
  thankForSympathy: (isFormal) =>
    isFormal
      ? "Ich danke Ihnen herzlich für Ihre Anteilnahme. Sie bedeutet mir viel."
      : "Ich danke dir von Herzen für deine Worte. Sie bedeuten mir viel.",
  sorryForDelay: (isFormal) =>
    isFormal ? "Bitte entschuldigen Sie die Verzögerung." : "Bitte entschuldige die Verzögerung.",
  pointGaps: { answer: "[Antwort]", yesNo: "[ja/nein]", choice: "[Auswahl]", thing: "[anbei / Tag]" },
};
