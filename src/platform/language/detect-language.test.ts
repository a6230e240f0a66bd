import { expect, test } from "vitest";
import { detectLanguage } from "./detect-language.ts";

test.for([
  ["Could you send me the signed contract by Friday?", "en"],
  ["Lunch on Tuesday, is that fine with you?", "en"],
  ["Könnten Sie mir bitte die Unterlagen bis Freitag schicken?", "de"],
  ["Passt dir Dienstag um 10 Uhr?", null],
  ["Hallo Ada, kannst du morgen kommen?", "de"],
  ["Pourriez-vous m'envoyer le contrat avant vendredi ?", "fr"],
  ["Bonjour, merci pour votre message.", "fr"],
  ["¿Podría enviarme el contrato antes del viernes?", "es"],
  ["Hola, gracias por tu correo. ¿Te viene bien el martes?", "es"],
  ["Ti ringrazio della tua risposta, ci vediamo alla riunione che sono in ritardo", "other"],
  ["Kunt u mij het contract sturen? Bedankt voor uw hulp, met groeten", "other"],
  ["Добрый день, пришлите договор", "other"],
  ["請寄送合約", "other"],
  ["", null],
  ["12,50", null],
] as const)("'%s' is in %s", ([text, language]) => expect(detectLanguage(text)).toBe(language));
