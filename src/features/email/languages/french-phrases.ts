import { frenchSituations } from "./french-situations.ts";
import { familyName, type Phrases } from "./language-rules.ts";
import { titleOf } from "./title-by-name.ts";

const ORDINALS = ["première", "deuxième", "troisième", "quatrième", "cinquième", "sixième"];

/** What is written in French. */
export const frenchPhrases: Phrases = {
  greeting: (name, isFormal) => {
    if (name === null) return "Bonjour,";
    if (isFormal && name.title && name.last)
      return `Bonjour ${name.title === "man" ? "Monsieur" : "Madame"} ${familyName(name.last)},`;
    if (!isFormal) return `Bonjour ${name.first},`;
    const title = name.last ? titleOf(name.first) : null;
    return title === null
      ? "Bonjour,"
      : `Bonjour ${title === "man" ? "Monsieur" : "Madame"} ${familyName(name.last)},`;
  },
  closing: (isFormal) => (isFormal ? "Cordialement," : "À bientôt,"),
  warmClosing: "Bises,",
  opening: "Je vous remercie de votre message.",
  promise: (isFormal) => (isFormal ? "Je m'en occupe volontiers." : "Je m'en occupe."),
  refusal: (isFormal) =>
    isFormal ? "Malheureusement, cela ne m'est pas possible." : "Malheureusement, je ne peux pas.",
  aboutTopic: (topic) => `Pour ${topic} : `,
  aboutNumber: (number) =>
    number === 0 ? "Pour la question : " : `Pour la ${ORDINALS[number - 1] ?? "suivante"} question : `,
  acceptTime: (time) =>
    /^\d{1,2} ?h/u.test(time)
      ? `Rendez-vous à ${time}, cela me convient.`
      : `${/^(?:1er|\d{1,2}) \p{L}/u.test(time) ? "Le " : ""}${time} me convient très bien.`,
  declineTimes: (isFormal) =>
    isFormal
      ? "Malheureusement, je ne suis pas disponible à ce moment-là. [Jour et heure] vous conviendrait-il ?"
      : "Malheureusement, je ne suis pas libre à ce moment-là. [Jour et heure], ça t'irait ?",
  proposeTimes: (times, isFormal) =>
    `${isFormal ? "Je peux vous proposer les créneaux suivants :" : "Je suis libre aux moments suivants :"}\n${times.map((time) => `- ${time}`).join("\n")}\n\n${isFormal ? "Dites-moi celui qui vous convient." : "Dis-moi ce qui te convient."}`,
  acceptFigure: (figure) => `Je suis d'accord pour ${figure}.`,
  declineFigure: (figure) =>
    `Malheureusement, je ne peux pas accepter ${figure}. Je pourrais aller jusqu'à [montant].`,
  acceptInvitation: (isFormal) =>
    isFormal
      ? "Je vous remercie de votre invitation, que j'accepte avec plaisir."
      : "Merci pour l'invitation, avec plaisir !",
  declineInvitation: (isFormal) =>
    isFormal
      ? "Je vous remercie de votre invitation. Malheureusement, je ne pourrai pas venir cette fois."
      : "Merci pour l'invitation ! Malheureusement, je ne peux pas venir cette fois.",
  later: (isFormal, due) =>
    isFormal
      ? `Je regarde cela et reviendrai vers vous ${due}.`
      : `Je regarde ça et je reviens vers toi ${due}.`,
  askBack: (isFormal) =>
    isFormal
      ? "Avant de répondre, j'ai une question : [question]"
      : "Une question avant de répondre : [question]",
  welcome: (isFormal) => (isFormal ? "Je vous en prie, ce fut un plaisir." : "Avec plaisir !"),
  thanksForNews: (isFormal) =>
    isFormal ? "Je vous remercie de cette information." : "Merci pour l'info, c'est noté.",
  getWell: (isFormal) =>
    isFormal
      ? "Merci de votre message. Je vous souhaite un prompt rétablissement."
      : "Merci pour ton message. Remets-toi bien !",
  condolences: (isFormal) =>
    isFormal
      ? "Cette nouvelle me touche beaucoup. Je vous présente mes sincères condoléances."
      : "Cette nouvelle me touche beaucoup. Toutes mes condoléances, je pense fort à toi.",
  congratulations: (isFormal) =>
    isFormal ? "Quelle belle nouvelle, toutes mes félicitations !" : "Quelle belle nouvelle, félicitations !",
  sorryForTrouble: () => "Je vous prie de nous excuser pour ce désagrément.",
  sorryToSeeLeave: (isFormal) =>
    isFormal
      ? "Je regrette beaucoup votre départ et vous remercie pour tout."
      : "Je regrette beaucoup ton départ. Merci pour tout !",
  noProblem: (isFormal) =>
    isFormal
      ? "Je vous remercie de votre message. Cela ne pose aucun problème."
      : "Aucun souci, merci pour ton message.",
  thanksForCongratulations: (isFormal) =>
    isFormal
      ? "Je vous remercie vivement de vos félicitations."
      : "Merci beaucoup, c'est très gentil de ta part !",
  factGap: "[Oui/Non].",
  confirmGap: () => "Pour la confirmation demandée : [oui/non].",
  verifyBank: () =>
    "Avant toute modification de coordonnées bancaires, je vous appellerai au numéro que nous connaissons pour la vérifier. D'ici là, nos paiements restent dirigés vers le compte connu.",
  refuseBank: () =>
    "Nous n'acceptons pas de modification de coordonnées bancaires par e-mail. Nos paiements restent dirigés vers le compte connu.",
  verifyRequest: (isFormal) =>
    isFormal
      ? "Je vous remercie de votre message. Je vérifie d'abord cette demande et vous appellerai au numéro que je connais."
      : "Merci pour ton message. Je vérifie d'abord cette demande et t'appellerai au numéro que je connais.",
  refuseRequest: () => "Malheureusement, je ne donne pas suite à de telles demandes par e-mail.",
  examineClaim: () =>
    "Je confirme la réception de votre message. Je fais examiner cette affaire et vous répondrai d'ici [jour]. Ce message ne vaut aucune reconnaissance.",
  disputeClaim: () =>
    "Je confirme la réception de votre message. Je conteste la demande en l'état. Merci de m'envoyer les documents sur lesquels vous vous fondez.",
  situations: frenchSituations,
  followUp: (subject, isFormal) =>
    isFormal
      ? `Je me permets de revenir vers vous au sujet de mon message${subject && ` « ${subject} »`}. Pourriez-vous me dire où en sont les choses ?`
      : `Je reviens vers toi au sujet de mon message${subject && ` « ${subject} »`}. Tu peux me dire où ça en est ?`,
};
