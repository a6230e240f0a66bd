import { capital } from "./language-rules.ts";
import type { SituationPhrases } from "./situation-phrases.ts";

/** What is written in French where a mail is of a known kind. */
export const frenchSituations: SituationPhrases = {
  byDay: "d'ici [jour]",
  examineComplaint: (isFormal, due) =>
    isFormal
      ? `Je regrette les désagréments que vous avez subis. Je fais vérifier cela et reviendrai vers vous ${due}.`
      : `Je regrette ces désagréments. Je regarde cela et je reviens vers toi ${due}.`,
  askAboutComplaint: (isFormal) =>
    isFormal
      ? "Je regrette les désagréments que vous avez subis. Pour vérifier cela, pourriez-vous m'envoyer [éléments] ?"
      : "Je regrette ces désagréments. Pour regarder cela, peux-tu m'envoyer [éléments] ?",
  checkInvoice: (isFormal, due) =>
    isFormal
      ? `Je vous remercie de ce rappel. Je fais vérifier la facture et reviendrai vers vous ${due}.`
      : `Merci pour le rappel. Je fais vérifier la facture et je reviens vers toi ${due}.`,
  askForInvoice: (isFormal) =>
    isFormal
      ? "Je vous remercie de ce rappel. Pourriez-vous m'envoyer une copie de la facture ?"
      : "Merci pour le rappel. Tu peux m'envoyer une copie de la facture ?",
  examineApplication: (isFormal, due) =>
    isFormal
      ? `Je vous remercie de votre candidature et de votre intérêt. Je vais l'étudier avec attention et reviendrai vers vous ${due}.`
      : `Merci pour ta candidature et ton intérêt. Je vais l'étudier avec attention et je reviens vers toi ${due}.`,
  inviteApplicant: (isFormal) =>
    isFormal
      ? "Je vous remercie de votre candidature. J'aimerais faire votre connaissance. [Jour et heure] vous conviendrait-il pour un entretien ?"
      : "Merci pour ta candidature. J'aimerais faire ta connaissance. [Jour et heure], ça t'irait pour un entretien ?",
  declineApplicant: (isFormal) =>
    isFormal
      ? "Je vous remercie de votre candidature. Malheureusement, nous ne pouvons pas vous proposer ce poste. Je vous souhaite une bonne réussite dans vos recherches."
      : "Merci pour ta candidature. Malheureusement, nous ne pouvons pas te proposer ce poste. Je te souhaite une bonne réussite dans tes recherches.",
  declinePitch: (isFormal) =>
    isFormal
      ? "Je vous remercie de votre proposition. Nous n'en avons pas besoin pour le moment."
      : "Merci pour ta proposition. Nous n'en avons pas besoin pour le moment.",
  familyFirst: (isFormal) =>
    isFormal
      ? "Je vous remercie de votre message. Ne vous inquiétez pas pour le travail. Tous mes vœux à vous et à votre famille."
      : "Aucun souci, la famille d'abord. J'espère que tout ira vite mieux !",
  takeSeriously: (isFormal) =>
    isFormal
      ? "Je vous remercie de votre confiance. Je prends cela au sérieux. [Jour et heure] vous conviendrait-il pour en parler ?"
      : "Merci de ta confiance, je prends ça au sérieux. [Jour et heure], ça t'irait pour en parler ?",
  thankForPraise: (isFormal) => (isFormal ? "Je m'en réjouis." : "Ça me fait très plaisir !"),
  acceptResignation: (isFormal) =>
    isFormal
      ? "Je vous remercie de me l'avoir dit. Je regrette beaucoup votre départ et vous remercie pour tout. [Jour et heure] vous conviendrait-il pour parler de la suite ?"
      : "Merci de me l'avoir dit. Je regrette beaucoup ton départ, et merci pour tout. [Jour et heure], ça t'irait pour parler de la suite ?",
  thankForIntroduction: (isFormal) =>
    isFormal
      ? "Je vous remercie de cette mise en relation.\n\n[Nom], c'est un plaisir de faire votre connaissance. [Jour et heure] vous conviendrait-il pour un échange ?"
      : "Merci pour la mise en relation !\n\n[Nom], c'est un plaisir de faire ta connaissance. [Jour et heure], ça t'irait pour un échange ?",
  considerAppeal: (isFormal, due) =>
    isFormal
      ? `Je vous remercie d'avoir pensé à nous. Je regarde ce que nous pouvons faire et reviendrai vers vous ${due}.`
      : `Merci d'avoir pensé à nous. Je regarde ce que nous pouvons faire et je reviens vers toi ${due}.`,
  declineAppeal: (isFormal) =>
    isFormal
      ? "Je vous remercie d'avoir pensé à nous. Malheureusement, nous ne pouvons pas contribuer cette fois. Je vous souhaite une belle réussite."
      : "Merci d'avoir pensé à nous. Malheureusement, nous ne pouvons pas contribuer cette fois. Belle réussite à toi !",
  considerRise: (isFormal, due) =>
    isFormal
      ? `Je vous remercie de cette information. Je vais étudier les chiffres et reviendrai vers vous ${due}.`
      : `Merci pour l'info. Je regarde les chiffres et je reviens vers toi ${due}.`,
  declineRise: (isFormal) =>
    isFormal
      ? "Je vous remercie de cette information. Nous ne pouvons pas accepter cette hausse en l'état. Pourrions-nous convenir de [proposition] ?"
      : "Merci pour l'info. C'est plus que ce que nous pouvons faire. Pourrait-on convenir de [proposition] ?",
  noCommentYet: (due) =>
    `J'ai bien reçu votre demande. Je vais l'étudier et reviendrai vers vous ${due}. D'ici là, je ne fais aucun commentaire.`,
  noComment: "J'ai bien reçu votre demande. Nous ne faisons pas de commentaire à ce sujet.",
  agreeToMeet: (isFormal) =>
    isFormal
      ? "Avec plaisir. [Jour et heure] vous conviendrait-il ?"
      : "Avec plaisir ! [Jour et heure], ça t'irait ?",
  gladly: (isFormal) => (isFormal ? "Avec plaisir." : "Avec plaisir !"),
  declineToMeet: (isFormal) =>
    isFormal
      ? "Je vous remercie de votre demande. Malheureusement, le temps me manque en ce moment."
      : "Merci pour ta demande. Malheureusement, le temps me manque en ce moment.",
  inThoughts: (isFormal) =>
    isFormal
      ? "Mes pensées vous accompagnent, vous et votre famille."
      : "Je pense fort à toi et à ta famille.",
  great: (isFormal) => (isFormal ? "Très bien, je vous remercie." : "Super, merci !"),
  enjoyLeave: (isFormal) => (isFormal ? "Je vous souhaite de bons congés." : "Profite bien de tes congés !"),
  goAhead: "Oui, c'est bon pour moi.",
  notYet: "Pas encore : [raison].",
  choose: (option, isFormal) => `${capital(option)}, s'il ${isFormal ? "vous" : "te"} plaît.`,
  willGuest: "Je viendrai [sans / avec] accompagnant.",
  diet: "Régime particulier : [aucun].",
  hold: (isFormal, due, matter) =>
    isFormal
      ? `Je regarde ${matter ?? "cela"} et reviendrai vers vous ${due}.`
      : `Je regarde ${matter ?? "ça"} et je reviens vers toi ${due}.`,
  holdInvitation: (isFormal, due) =>
    isFormal
      ? `Je vous remercie de votre proposition. Je vais voir si cela m'est possible et reviendrai vers vous ${due}.`
      : `Merci de me le proposer ! Je vois ce qui est possible et je te dis ça ${due}.`,
  received: (isFormal, due) =>
    isFormal
      ? `J'ai bien reçu votre message et reviendrai vers vous ${due}.`
      : `J'ai bien reçu ton message et je reviens vers toi ${due}.`,
  thankForSympathy: (isFormal) =>
    isFormal
      ? "Je vous remercie de tout cœur de vos paroles, elles me touchent beaucoup."
      : "Merci de tout cœur pour tes mots, ils me touchent beaucoup.",
  sorryForDelay: () => "Je regrette ce retard.",
  pointGaps: { answer: "[réponse]", yesNo: "[oui/non]", choice: "[choix]", thing: "[ci-joint / jour]" },
};
