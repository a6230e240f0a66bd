/** Nobody who is honest asks for a password by mail. */
const PHISHING =
  /(?:confirm|verify|update|enter|send us|tell us) (?:me )?your (?:password|login|credentials|pin\b|card (?:number|details))|(?:ihr|dein) (?:passwort|kennwort) (?:bestätigen|eingeben|senden)|(?:bestätigen|geben) sie (?:bitte )?ihr (?:passwort|kennwort|pin\b)|(?:confirmer|vérifier|saisir|confirmez|saisissez) votre mot de passe|(?:confirme|confirmar|introduzca|verifique) su contraseña/iu;
/** An access that ends or is blocked, unless something is opened. */
const EXPIRY =
  /(?:password|account|mailbox|access|passwort|kennwort|konto|postfach|zugang|mot de passe|compte|boîte|accès|contraseña|cuenta|buzón|acceso).{0,60}(?<!\p{L})(?:expire[sd]?|expiring|suspended|deactivated|disabled|locked|blocked|terminated|läuft|abläuft|abgelaufen|gesperrt|deaktiviert|expirera?|suspendue?|bloquée?|désactivée?|caduca\p{L}*|vence|suspendid[ao]|bloquead[ao]|desactivad[ao])(?!\p{L})/iu;
const TO_OPEN =
  /https?:|(?<!\p{L})(?:click\p{L}*|links?(?! to (?:the|our) )|klick\p{L}*|cliqu\p{L}+|liens?|(?:haga|haz) clic|pulse|pulsa|enlaces?)(?!\p{L})/iu;
export const isPhishing = (text: string): boolean =>
  PHISHING.test(text) || (EXPIRY.test(text) && TO_OPEN.test(text));

/** Nobody should answer who is blackmailed: a threat, a demand to pay, and what follows otherwise. */
const THREAT =
  /(?:recordings?|videos?|pictures|footage|screenshots?) of you|(?:publish|expose|leak|release) (?:everything|it all|all of|your|the (?:video|recording|pictures))|(?:hacked|infected|encrypted) your|to all (?:of )?your (?:contacts|friends)|veröffentlich\p{L}{0,3} (?:ich |wir )?(?:alles|sie|es|deine?|ihre|die (?:aufnahmen|videos?|bilder|fotos|daten))(?!\p{L})|(?:alles|deine?|ihre|aufnahmen|videos?|bilder|fotos|daten)(?!\p{L})[^.!?]{0,40}veröffentlich|(?:aufnahmen|videos?|bilder) von (?:dir|ihnen)|gehackt|verschlüsselt|(?:deine|ihre) kontakte|(?:publi|diffus)\p{L}{1,6} (?:tout|vos|tes|les (?:vidéos?|images|photos|données))(?!\p{L})|(?:vidéos?|images) de (?:vous|toi)|piraté|chiffré|(?:vos|tes) contacts|(?:publi[cq]|difund)\p{L}{1,6} (?:todo|sus?|tus?|los vídeos|las (?:imágenes|fotos)|los datos)(?!\p{L})|(?:vídeos?|imágenes) (?:suyos|tuyos)|hackead|cifrad|(?:sus|tus) contactos/iu;
const RANSOM =
  /(?<!\p{L})(?:pay|transfer|send me|bitcoins?|btc|ransom|überweis\p{L}*|lösegeld|pay(?:er|ez|e)|vers(?:er|ez)|rançon|pag(?:ar|ue|a)|rescate)(?!\p{L})/iu;
const OTHERWISE =
  /(?<!\p{L})(?:bitcoins?|btc|monero|wallet|ransom|lösegeld|rançon|rescate|or (?:i|we|else)|otherwise|unless|if you (?:do not|don['’]t|fail|refuse)|sonst|andernfalls|wenn (?:du|sie) nicht|sinon|à défaut|si vous ne|si tu ne|de lo contrario|si no)(?!\p{L})/iu;
/** 'Die Zahlen' are figures. */
const GERMAN_PAY = /(?<!\p{L})(?:zahl(?:e|en|st|t)|Zahl(?:e|st|t|en Sie))(?!\p{L})/u;
const SENTENCE_END = /(?<=[.!?])\s/u;
const NEAR = 4;
/** The demand stands near to what follows otherwise. */
export function isExtortion(text: string): boolean {
  if (!THREAT.test(text)) return false;
  const sentences = text.split(SENTENCE_END);
  return sentences.some((_, at) => {
    const near = sentences.slice(at, at + NEAR).join(" ");
    return (RANSOM.test(near) || GERMAN_PAY.test(near)) && OTHERWISE.test(near);
  });
}
