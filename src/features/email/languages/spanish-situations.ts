import { capital } from "./language-rules.ts";
import type { SituationPhrases } from "./situation-phrases.ts";

/** What is written in Spanish where a mail is of a known kind. */
export const spanishSituations: SituationPhrases = {
  byDay: "antes del [día]",
  examineComplaint: (isFormal, due) =>
    isFormal
      ? `Lamento las molestias que esto le ha causado. Voy a revisarlo y le responderé ${due}.`
      : `Siento las molestias. Lo reviso y te digo algo ${due}.`,
  askAboutComplaint: (isFormal) =>
    isFormal
      ? "Lamento las molestias que esto le ha causado. Para poder revisarlo, ¿podría enviarme [datos]?"
      : "Siento las molestias. Para poder revisarlo, ¿me puedes enviar [datos]?",
  checkInvoice: (isFormal, due) =>
    isFormal
      ? `Gracias por el recordatorio. Voy a hacer revisar la factura y le responderé ${due}.`
      : `Gracias por el recordatorio. Pido que revisen la factura y te digo algo ${due}.`,
  askForInvoice: (isFormal) =>
    isFormal
      ? "Gracias por el recordatorio. ¿Podría enviarme una copia de la factura?"
      : "Gracias por el recordatorio. ¿Me puedes enviar una copia de la factura?",
  examineApplication: (isFormal, due) =>
    isFormal
      ? `Muchas gracias por su candidatura y por su interés. La leeré con atención y le responderé ${due}.`
      : `Muchas gracias por tu candidatura y por tu interés. La leeré con atención y te responderé ${due}.`,
  inviteApplicant: (isFormal) =>
    isFormal
      ? "Muchas gracias por su candidatura. Me gustaría conocerle. ¿Le vendría bien [día y hora] para una entrevista?"
      : "Muchas gracias por tu candidatura. Me gustaría conocerte. ¿Te viene bien [día y hora] para una entrevista?",
  declineApplicant: (isFormal) =>
    isFormal
      ? "Muchas gracias por su candidatura. Lamentablemente no podemos ofrecerle este puesto. Le deseo mucho éxito en su búsqueda."
      : "Muchas gracias por tu candidatura. Lamentablemente no podemos ofrecerte este puesto. Te deseo mucho éxito en tu búsqueda.",
  declinePitch: (isFormal) =>
    isFormal
      ? "Gracias por su propuesta. En este momento no lo necesitamos."
      : "Gracias por tu propuesta, pero ahora mismo no lo necesitamos.",
  familyFirst: (isFormal) =>
    isFormal
      ? "Gracias por avisarme. No se preocupe por el trabajo. Les deseo lo mejor a usted y a su familia."
      : "No hay problema, la familia es lo primero. ¡Espero que pronto esté todo bien!",
  takeSeriously: (isFormal) =>
    isFormal
      ? "Gracias por su confianza. Me lo tomo en serio. ¿Le vendría bien [día y hora] para hablar?"
      : "Gracias por tu confianza, me lo tomo en serio. ¿Te viene bien [día y hora] para hablar?",
  thankForPraise: () => "Me alegro mucho.",
  acceptResignation: (isFormal) =>
    isFormal
      ? "Gracias por comunicármelo. Lamento mucho que se marche y le agradezco todo lo que ha hecho. ¿Le vendría bien [día y hora] para hablar del traspaso?"
      : "Gracias por decírmelo. Siento mucho que te vayas, y gracias por todo. ¿Te viene bien [día y hora] para hablar del traspaso?",
  thankForIntroduction: (isFormal) =>
    isFormal
      ? "Muchas gracias por la presentación.\n\n[Nombre], es un placer saludarle. ¿Le vendría bien [día y hora] para una llamada?"
      : "¡Gracias por la presentación!\n\n[Nombre], un placer saludarte. ¿Te viene bien [día y hora] para una llamada?",
  considerAppeal: (isFormal, due) =>
    isFormal
      ? `Gracias por pensar en nosotros. Veré qué podemos hacer y le responderé ${due}.`
      : `Gracias por pensar en nosotros. Veo qué podemos hacer y te digo algo ${due}.`,
  declineAppeal: (isFormal) =>
    isFormal
      ? "Gracias por pensar en nosotros. Lamentablemente esta vez no podemos contribuir. Le deseo mucho éxito."
      : "Gracias por pensar en nosotros. Lamentablemente esta vez no podemos contribuir. ¡Mucho éxito!",
  considerRise: (isFormal, due) =>
    isFormal
      ? `Gracias por la información. Revisaré las cifras y le responderé ${due}.`
      : `Gracias por avisar. Miro las cifras y te digo algo ${due}.`,
  declineRise: (isFormal) =>
    isFormal
      ? "Gracias por la información. No podemos aceptar la subida en estos términos. ¿Podríamos acordar [propuesta]?"
      : "Gracias por avisar. Es más de lo que podemos asumir. ¿Podríamos acordar [propuesta]?",
  noCommentYet: (due) =>
    `He recibido su solicitud. La estudiaré y le responderé ${due}. Hasta entonces no haré comentarios.`,
  noComment: "He recibido su solicitud. No hacemos comentarios al respecto.",
  agreeToMeet: (isFormal) =>
    isFormal
      ? "Con mucho gusto. ¿Le vendría bien [día y hora]?"
      : "¡Con mucho gusto! ¿Te viene bien [día y hora]?",
  gladly: (isFormal) => (isFormal ? "Con mucho gusto." : "¡Con mucho gusto!"),
  declineToMeet: (isFormal) =>
    isFormal
      ? "Gracias por su propuesta. Lamentablemente ahora mismo no dispongo de tiempo."
      : "Gracias por tu propuesta. Ahora mismo no tengo tiempo, lo siento.",
  inThoughts: (isFormal) =>
    isFormal
      ? "Les acompaño en el sentimiento a usted y a su familia."
      : "Pienso mucho en ti y en tu familia.",
  great: (isFormal) => (isFormal ? "Perfecto, muchas gracias." : "¡Perfecto, gracias!"),
  enjoyLeave: (isFormal) =>
    isFormal ? "Le deseo unas buenas vacaciones." : "¡Que disfrutes de las vacaciones!",
  goAhead: "Sí, adelante.",
  notYet: "Todavía no, por favor: [motivo].",
  choose: (option) => `${capital(option)}, por favor.`,
  willGuest: "Asistiré [sin / con] acompañante.",
  diet: "Necesidades alimentarias: [ninguna].",
  hold: (isFormal, due, matter) =>
    isFormal
      ? `Revisaré ${matter ?? "esto"} y le responderé ${due}.`
      : `Miro ${matter ?? "esto"} y te respondo ${due}.`,
  holdInvitation: (isFormal, due) =>
    isFormal
      ? `Muchas gracias por la propuesta. Veré si me es posible y le responderé ${due}.`
      : `¡Gracias por proponérmelo! Miro cómo lo puedo organizar y te digo algo ${due}.`,
  received: (isFormal, due) =>
    isFormal
      ? `He recibido su mensaje y le responderé ${due}.`
      : `He recibido tu mensaje y te respondo ${due}.`,
  thankForSympathy: (isFormal) =>
    isFormal
      ? "Le agradezco de corazón sus palabras, significan mucho para mí."
      : "Gracias de corazón por tus palabras, significan mucho para mí.",
  sorryForDelay: () => "Lamento la demora.",
  pointGaps: { answer: "[respuesta]", yesNo: "[sí/no]", choice: "[opción]", thing: "[adjunto / día]" },
};
