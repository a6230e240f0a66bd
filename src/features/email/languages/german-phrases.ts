import { germanSituations } from "./german-situations.ts";
import { familyName, type Phrases } from "./language-rules.ts";
import { titleOf } from "./title-by-name.ts";

const ORDINALS = ["ersten", "zweiten", "dritten", "vierten", "fünften", "sechsten"];

/** What is written in German. */
export const germanPhrases: Phrases = {
  greeting: (name, isFormal) => {
    if (name === null) return isFormal ? "Guten Tag," : "Hallo,";
    if (isFormal && name.title && name.last)
      return `${name.title === "man" ? "Sehr geehrter Herr" : "Sehr geehrte Frau"} ${familyName(name.last)},`;
    if (!isFormal) return `Hallo ${name.first},`;
    // Neither 'Guten Tag Hansen' nor 'Guten Tag Helga Winter' is a greeting.
    const title = name.last ? titleOf(name.first) : null;
    return title === null
      ? "Guten Tag,"
      : `Guten Tag ${title === "man" ? "Herr" : "Frau"} ${familyName(name.last)},`;
  },
  closing: (isFormal) => (isFormal ? "Mit freundlichen Grüßen" : "Viele Grüße"),
  warmClosing: "Liebe Grüße",
  opening: "Vielen Dank für Ihre Nachricht.",
  promise: (isFormal) => (isFormal ? "Gerne kümmere ich mich darum." : "Klar, ich kümmere mich darum."),
  refusal: (isFormal) => (isFormal ? "Leider ist mir das nicht möglich." : "Das schaffe ich leider nicht."),
  aboutTopic: (topic) => `Zu ${topic}: `,
  aboutNumber: (number) =>
    number === 0 ? "Zur Frage: " : `Zur ${ORDINALS[number - 1] ?? "nächsten"} Frage: `,
  acceptTime: (time) => `${/^\d{1,2}\. ?\p{L}/u.test(time) ? "Der " : ""}${time} passt mir gut.`,
  declineTimes: (isFormal) =>
    isFormal
      ? "Zu diesem Termin bin ich leider verhindert. Wäre Ihnen stattdessen [Tag und Uhrzeit] recht?"
      : "Da kann ich leider nicht. Passt dir stattdessen [Tag und Uhrzeit]?",
  proposeTimes: (times, isFormal) =>
    `${isFormal ? "Ich könnte Ihnen folgende Termine anbieten:" : "Bei mir ginge es zu diesen Zeiten:"}\n${times.map((time) => `- ${time}`).join("\n")}\n\n${isFormal ? "Bitte geben Sie mir Bescheid, welcher Ihnen passt." : "Sag mir einfach, was dir passt."}`,
  acceptFigure: (figure) => `Mit ${figure} bin ich einverstanden.`,
  declineFigure: (figure, isFormal) =>
    isFormal
      ? `Mit ${figure} bin ich leider nicht einverstanden. Ich könnte [Betrag] zusagen.`
      : `${figure} passt für mich leider nicht. [Betrag] wäre möglich.`,
  acceptInvitation: (isFormal) =>
    isFormal
      ? "Herzlichen Dank für die Einladung, die ich sehr gerne annehme."
      : "Danke für die Einladung, sehr gerne!",
  declineInvitation: (isFormal) =>
    isFormal
      ? "Herzlichen Dank für die Einladung. Leider bin ich diesmal verhindert."
      : "Danke für die Einladung! Leider kann ich diesmal nicht.",
  later: (isFormal, due) =>
    isFormal
      ? `Ich sehe mir das an und melde mich ${due} bei Ihnen.`
      : `Ich sehe mir das an und melde mich ${due} bei dir.`,
  askBack: (isFormal) =>
    isFormal ? "Bevor ich antworte, habe ich eine Rückfrage: [Frage]" : "Eine Frage vorab: [Frage]",
  welcome: (isFormal) => (isFormal ? "Sehr gerne, es hat mich gefreut." : "Sehr gerne!"),
  thanksForNews: (isFormal) => (isFormal ? "Vielen Dank für die Information." : "Danke für die Info!"),
  getWell: (isFormal) =>
    isFormal
      ? "Vielen Dank für die Nachricht. Ich wünsche Ihnen gute Besserung."
      : "Danke, dass du Bescheid gibst. Gute Besserung!",
  condolences: () => "Das tut mir sehr leid. Mein herzliches Beileid.",
  congratulations: (isFormal) =>
    isFormal
      ? "Das sind wunderbare Nachrichten. Herzlichen Glückwunsch!"
      : "Das sind ja tolle Neuigkeiten, herzlichen Glückwunsch!",
  sorryForTrouble: () => "Das tut mir sehr leid.",
  sorryToSeeLeave: (isFormal) =>
    isFormal
      ? "Ich bedaure sehr, dass Sie gehen, und danke Ihnen für alles. Für das, was kommt, wünsche ich Ihnen alles Gute."
      : "Schade, dass du gehst! Danke für alles und alles Gute für das, was kommt.",
  noProblem: (isFormal) =>
    isFormal
      ? "Vielen Dank für die Nachricht. Das ist gar kein Problem."
      : "Gar kein Problem, danke fürs Bescheidgeben.",
  thanksForCongratulations: (isFormal) =>
    isFormal ? "Herzlichen Dank für Ihre guten Wünsche." : "Vielen Dank, das ist sehr lieb von dir!",
  factGap: "[Ja/Nein].",
  confirmGap: (isFormal) => `Zu der ${isFormal ? "von Ihnen " : ""}gewünschten Bestätigung: [ja/nein].`,
  verifyBank: () =>
    "Bevor ich Zahlungsdaten ändere, rufe ich unter der uns bekannten Nummer an, um das zu bestätigen. Bis dahin zahlen wir auf das bekannte Konto.",
  refuseBank: () =>
    "Änderungen von Zahlungsdaten nehmen wir nicht per E-Mail an. Zahlungen gehen weiterhin auf das uns bekannte Konto.",
  verifyRequest: (isFormal) =>
    isFormal
      ? "Vielen Dank für Ihre Nachricht. Ich prüfe das zuerst und rufe Sie dazu unter der mir bekannten Nummer an."
      : "Danke für deine Nachricht. Ich prüfe das zuerst und rufe dich dazu unter der mir bekannten Nummer an.",
  refuseRequest: () => "Auf solche Bitten per E-Mail gehe ich leider nicht ein.",
  examineClaim: () =>
    "Ich bestätige den Eingang Ihrer Nachricht. Ich lasse die Angelegenheit prüfen und melde mich bis [Tag]. Bis dahin ist damit keine Anerkennung verbunden.",
  disputeClaim: () =>
    "Ich bestätige den Eingang Ihrer Nachricht. Die Forderung erkenne ich so nicht an. Bitte senden Sie mir die Unterlagen, auf die Sie sich stützen.",
  situations: germanSituations,
  followUp: (subject, isFormal) =>
    isFormal
      ? `Ich möchte an meine Nachricht${subject && ` zu „${subject}“`} erinnern. Können Sie mir sagen, wie der Stand ist?`
      : `Ich wollte kurz an meine Nachricht${subject && ` zu „${subject}“`} erinnern. Kannst du mir sagen, wie der Stand ist?`,
};
