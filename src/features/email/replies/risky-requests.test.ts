import { describe, expect, test } from "vitest";
import { repliesTo } from "../writing/reply-by-rule.ts";
import { sampleOf } from "./reply-style.ts";

const mailOf = (body: string) => ({ subject: "", sender: "Ben Okri <ben@okri.example>", body });
const intentsOf = (body: string) => repliesTo(mailOf(body), "Ada").choices.map(({ intent }) => intent);

/** A promise to pay, buy, transfer, send or confirm. */
const PROMISE =
  /\bI(?:'ll| will)(?: also)? (?!check|call|come|reply|take note)|\b(?:I can|I also|I) confirm (?!receipt)|works for me|^yes\b|agree to|\bja\b|gerne|kümmere|überweise ich|schicke ich|sende ich|bezahle|zahle ich|je vais|je vous le|je te le|je m'en occupe|\boui\b|d'accord|me encargo|me ocupo|\bsí\b|pagaré|enviaré|mandaré|transferiré|compraré|lo confirmo/imu;

describe("nothing risky is promised", () => {
  test.each([
    "Could you pay the attached invoice today? I am in a meeting.",
    "Please wire 18,400 euros to the supplier by noon.",
    "Can you transfer the deposit of 2,000 dollars this afternoon?",
    "Are you free? I need you to buy five Apple gift cards and send me the codes.",
    "Please send me the code that you just received by text message.",
    "Could you send me the password of the finance account?",
    "Please send a copy of your passport by Tuesday at 10:00.",
    "Could you email me the W-2s of all employees?",
    "Please sign the waiver and return it today.",
    "Can you approve the payment of 9,500 euros? We offer a discount.",
    "Kannst du bitte heute 4.800 Euro an die Agentur überweisen?",
    "Könnten Sie die beigefügte Rechnung noch heute bezahlen?",
    "Bitte besorge fünf Gutscheinkarten und schick mir die Nummern.",
    "Bitte senden Sie mir eine Kopie Ihres Personalausweises.",
    "Kannst du mir die Gehaltsliste schicken?",
    "Pourriez-vous effectuer un virement de 7 500 euros avant midi ?",
    "Tu peux payer cette facture aujourd'hui ?",
    "Merci d'acheter quatre cartes cadeaux et de m'envoyer les codes.",
    "Pourriez-vous m'envoyer une copie de votre pièce d'identité ?",
    "¿Puedes pagar la factura hoy mismo?",
    "¿Podría realizar una transferencia de 3.200 euros antes del lunes?",
    "Por favor, compra tarjetas de regalo y mándame los códigos.",
    "¿Podría enviarme las nóminas de todos los empleados?",
    "Por favor, envíeme una copia de su pasaporte.",
  ])("%s", (body) => {
    const { choices } = repliesTo(mailOf(body), "Ada");
    expect(choices.map(({ intent }) => intent)).toEqual(["verify", "later", "decline"]);
    for (const { text } of choices) expect(text).not.toMatch(PROMISE);
  });
});

test("figures are confirmed only to somebody who was written to before", () => {
  const body = "Could you confirm the turnover of last year?";
  expect(intentsOf(body)[0]).toBe("verify");
  const samples = { person: [sampleOf("Hi Ben,\n\nhere it is.\n\nBest,\nAda")], domain: [], all: [] };
  expect(repliesTo(mailOf(body), "Ada", { samples }).choices[0]?.intent).toBe("accept");
});

test.each([
  "Could you send me the figures of May?",
  "Kannst du mir die Zahlen vom Mai schicken?",
  "Could you review the source code by Friday?",
  "Could you pay attention to the second page?",
  "Would you accept if we pay half now?",
  "Could you transfer the call to Anna?",
])("%s is not risky", (body) => expect(intentsOf(body)[0]).not.toBe("verify"));
