/** Beginnings of words: 'send' is also 'sending' and 'sende'. */
const SENDING_WORDS =
  "send|share|forward|attach|submit|deliver|email|schick|zusend|weiterleit|teil|anhäng|envo|transmet|partag|joind|envi|mand|compart|adjunt";
const TALKING_WORDS =
  "call|phone|ring|meet|talk|speak|discuss|anruf|ruf|telefon|treff|sprech|besprech|appel|rencontr|parl|discut|llam|reun|habl";
const SENDING = new RegExp(`(?<!\\p{L})(${SENDING_WORDS})`, "iu");
/** The same as regular expressions of PostgreSQL, for ~*. */
export const SENDING_IN_SQL = `\\m(${SENDING_WORDS})`;
export const TALKING_IN_SQL = `\\m(${TALKING_WORDS})`;
const ATTACHED =
  /(?<!\p{L})(attached|attaching|enclosed|here is|here are|here's|please find|anbei|im anhang|hier ist|hier sind|beigefügt|ci-joint|ci-jointe|voici|en pièce jointe|adjunto|adjunta|aquí está|aquí tiene)(?!\p{L})/iu;

export const isAboutSending = (text: string): boolean => SENDING.test(text);
export const mentionsAttachment = (text: string): boolean => ATTACHED.test(text);
