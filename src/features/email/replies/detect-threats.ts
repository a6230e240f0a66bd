/** Nobody who is honest asks for a password by mail. */
const PHISHING =
  /(?:confirm|verify|update|enter|send us|tell us) (?:me )?your (?:password|login|credentials|pin\b|card (?:number|details))|(?:ihr|dein) (?:passwort|kennwort) (?:bestätigen|eingeben|senden)|(?:bestätigen|geben) sie (?:bitte )?ihr (?:passwort|kennwort|pin\b)|(?:confirmer|vérifier|saisir|confirmez|saisissez) votre mot de passe|(?:confirme|confirmar|introduzca|verifique) su contraseña/iu;
/** An access that ends or is blocked, unless something is opened. */
const EXPIRY =
  /(?:password|account|mailbox|access|passwort|kennwort|konto|postfach|zugang|mot de passe|compte|boîte|accès|contraseña|cuenta|buzón|acceso).{0,60}(?<!\p{L})(?:expire[sd]?|expiring|suspended|deactivated|disabled|locked|blocked|terminated|läuft|abläuft|abgelaufen|gesperrt|deaktiviert|expirera?|suspendue?|bloquée?|désactivée?|caduca\p{L}*|vence|suspendid[ao]|bloquead[ao]|desactivad[ao])(?!\p{L})/iu;
const TO_OPEN =
  /https?:|(?<!\p{L})(?:click\p{L}*|links?|klick\p{L}*|cliqu\p{L}+|liens?|(?:haga|haz) clic|pulse|pulsa|enlaces?)(?!\p{L})/iu;
export const isPhishing = (text: string): boolean =>
  PHISHING.test(text) || (EXPIRY.test(text) && TO_OPEN.test(text));

/** Nobody should answer who is blackmailed: a threat, a demand to pay, and what follows otherwise. */
const THREAT =
  /(?:recordings?|videos?|pictures|footage|screenshots?) of you|(?:publish|expose|leak|release) (?:everything|it all|all of|your|the (?:video|recording|pictures))|(?:hacked|infected|encrypted) your|to all (?:of )?your (?:contacts|friends)|veröffentlich|(?:aufnahmen|videos?|bilder) von (?:dir|ihnen)|gehackt|verschlüsselt|(?:deine|ihre) kontakte|publi(?:er|erai|ons)|diffuser|diffuserai|(?:vidéos?|images) de (?:vous|toi)|piraté|chiffré|(?:vos|tes) contacts|publicar|difundir|(?:vídeos?|imágenes) (?:suyos|tuyos)|hackead|cifrad|(?:sus|tus) contactos/iu;
const RANSOM =
  /(?<!\p{L})(?:pay|transfer|send me|bitcoins?|btc|ransom|zahl(?:e|en|st|t)|überweis\p{L}*|lösegeld|pay(?:er|ez|e)|vers(?:er|ez)|rançon|pag(?:ar|ue|a)|rescate)(?!\p{L})/iu;
const OTHERWISE =
  /(?<!\p{L})(?:bitcoins?|btc|monero|wallet|ransom|lösegeld|rançon|rescate|or (?:i|we|else)|otherwise|unless|if you (?:do not|don['’]t|fail|refuse)|sonst|andernfalls|wenn (?:du|sie) nicht|sinon|à défaut|si vous ne|si tu ne|de lo contrario|si no)(?!\p{L})/iu;
export const isExtortion = (text: string): boolean =>
  THREAT.test(text) && RANSOM.test(text) && OTHERWISE.test(text);
