import { familyName, type Phrases } from "./language-rules.ts";
import { spanishSituations } from "./spanish-situations.ts";
import { titleOf } from "./title-by-name.ts";

const ORDINALS = ["primera", "segunda", "tercera", "cuarta", "quinta", "sexta"];

/** What is written in Spanish. */
export const spanishPhrases: Phrases = {
  greeting: (name, isFormal) => {
    if (name === null) return isFormal ? "Buenos días:" : "Hola:";
    if (isFormal && name.title && name.last)
      return `${name.title === "man" ? "Estimado Sr." : "Estimada Sra."} ${familyName(name.last)}:`;
    if (!isFormal) return `Hola, ${name.first}:`;
    const title = name.last ? titleOf(name.first) : null;
    // Of two family names the first is the one.
    return title === null
      ? "Buenos días:"
      : `${title === "man" ? "Estimado Sr." : "Estimada Sra."} ${familyName(name.last).split(" ")[0]}:`;
  },
  closing: (isFormal) => (isFormal ? "Un cordial saludo," : "Un saludo,"),
  warmClosing: "Un abrazo,",
  opening: "Muchas gracias por su mensaje.",
  promise: (isFormal) => (isFormal ? "Con mucho gusto me ocupo de ello." : "Yo me encargo."),
  refusal: (isFormal) => (isFormal ? "Lamentablemente no me es posible." : "Lo siento, pero no puedo."),
  aboutTopic: (topic) => `Sobre ${topic}: `,
  aboutNumber: (number) =>
    number === 0 ? "A la pregunta: " : `A la ${ORDINALS[number - 1] ?? "siguiente"} pregunta: `,
  acceptTime: (time) =>
    `${/^(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|\d)/iu.test(time) ? `El ${time.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())}` : time} me viene bien.`,
  declineTimes: (isFormal) =>
    isFormal
      ? "Lamentablemente no estoy disponible en ese momento. ¿Le vendría bien [día y hora]?"
      : "Lo siento, no puedo en ese momento. ¿Te viene bien [día y hora]?",
  proposeTimes: (times, isFormal) =>
    `${isFormal ? "Puedo ofrecerle las siguientes horas:" : "Estoy libre a estas horas:"}\n${times.map((time) => `- ${time}`).join("\n")}\n\n${isFormal ? "Por favor, indíqueme cuál le conviene." : "Dime cuál te viene bien."}`,
  acceptFigure: (figure) => `Estoy de acuerdo con ${figure}.`,
  declineFigure: (figure) => `Lamentablemente no puedo aceptar ${figure}. Podría aceptar [importe].`,
  acceptInvitation: (isFormal) =>
    isFormal
      ? "Muchas gracias por la invitación, que acepto con mucho gusto."
      : "¡Gracias por la invitación! Me apunto.",
  declineInvitation: (isFormal) =>
    isFormal
      ? "Muchas gracias por la invitación. Lamentablemente esta vez no podré asistir."
      : "¡Gracias por la invitación! Esta vez no puedo, lo siento.",
  later: (isFormal, due) =>
    isFormal ? `Lo revisaré y le responderé ${due}.` : `Lo miro y te respondo ${due}.`,
  askBack: (isFormal) =>
    isFormal
      ? "Antes de responder, tengo una pregunta: [pregunta]"
      : "Una pregunta antes de responder: [pregunta]",
  welcome: (isFormal) => (isFormal ? "Ha sido un placer." : "¡De nada!"),
  thanksForNews: (isFormal) => (isFormal ? "Muchas gracias por la información." : "Gracias por avisar."),
  getWell: (isFormal) =>
    isFormal
      ? "Gracias por avisarme. Le deseo una pronta recuperación."
      : "Gracias por avisar. ¡Que te mejores!",
  condolences: (isFormal) =>
    isFormal
      ? "Lamento mucho esta noticia. Reciba mi más sentido pésame."
      : "Siento muchísimo esta noticia. Te acompaño en el sentimiento y te mando un abrazo fuerte.",
  congratulations: (isFormal) =>
    isFormal ? "¡Qué buena noticia, enhorabuena! Me alegro mucho." : "¡Qué buena noticia, enhorabuena!",
  sorryForTrouble: () => "Lamento mucho lo ocurrido.",
  sorryToSeeLeave: (isFormal) =>
    isFormal
      ? "Lamento mucho que se marche y le agradezco todo lo que ha hecho."
      : "Siento mucho que te vayas. ¡Gracias por todo!",
  noProblem: (isFormal) =>
    isFormal ? "Gracias por avisarme. No hay ningún problema." : "No pasa nada, gracias por avisar.",
  thanksForCongratulations: (isFormal) =>
    isFormal ? "Muchas gracias por sus felicitaciones." : "¡Muchas gracias, qué amable!",
  factGap: "[Sí/No].",
  confirmGap: () => "Sobre la confirmación que se pide: [sí/no].",
  verifyBank: () =>
    "Antes de cambiar datos de pago, llamaré al número que tenemos registrado para verificarlo. Hasta entonces los pagos irán a la cuenta conocida.",
  refuseBank: () =>
    "No aceptamos cambios de datos de pago por correo electrónico. Los pagos seguirán yendo a la cuenta conocida.",
  verifyRequest: (isFormal) =>
    isFormal
      ? "Muchas gracias por su mensaje. Primero comprobaré esta petición y le llamaré al número que ya conozco."
      : "Gracias por tu mensaje. Primero comprobaré esta petición y te llamaré al número que ya conozco.",
  refuseRequest: () => "Lamentablemente no atiendo este tipo de peticiones por correo electrónico.",
  examineClaim: () =>
    "Confirmo la recepción de su mensaje. Estoy haciendo examinar el asunto y responderé antes del [día]. Este mensaje no supone reconocimiento alguno.",
  disputeClaim: () =>
    "Confirmo la recepción de su mensaje. No acepto la reclamación en estos términos. Le ruego que me envíe los documentos en los que se basa.",
  situations: spanishSituations,
  followUp: (subject, isFormal) =>
    isFormal
      ? `Le escribo de nuevo por mi mensaje${subject && ` «${subject}»`}. ¿Podría decirme en qué punto está?`
      : `Te escribo de nuevo por mi mensaje${subject && ` «${subject}»`}. ¿Me puedes decir cómo va?`,
};
