import { expect, test } from "vitest";
import { repliesTo } from "../writing/reply-by-rule.ts";

const mailOf = (body: string, sender = "Ben Okri <ben@okri.example>", subject = "") => ({
  subject,
  sender,
  body,
});
const drafts = (body: string, sender?: string) => repliesTo(mailOf(body, sender), "Ada").choices;
const first = (body: string) => drafts(body)[0]?.text ?? "";

test.each([
  "Can you let us out of the lease by March without a fee?",
  "Can you sign the attached NDA and send it back today?",
  "I need you to sign the lease today.",
  "May I work from Portugal January to June?",
  "Can I tell Tom he's being let go?",
  "Can we go ahead with the 12k order from Kappa?",
  "Could you share our customer list with the agency?",
  "Could you guarantee the delivery by May?",
  "Können Sie die Rechnung um zwei Stunden kürzen?",
  "Können Sie uns vorzeitig aus dem Vertrag entlassen?",
  "Kannst du die Vereinbarung heute noch unterschreiben?",
  "Pouvez-vous faire un geste commercial ?",
  "Darf ich ab Januar aus Portugal arbeiten?",
  "Darf ich Tom sagen, dass er gekündigt wird?",
  "Pouvez-vous signer l'avenant ?",
  "Puis-je travailler depuis le Portugal de janvier à juin ?",
  "¿Pueden reducir la factura en dos horas?",
])("'%s' is not agreed to first", (body) => {
  expect(drafts(`Hi Ada,\n\n${body}\n\nBen`).map(({ intent }) => intent)).toEqual([
    "later",
    "accept",
    "decline",
    "ask",
  ]);
});

test("two wishes that bind are answered later, by their names", () => {
  const body = "¿Pueden garantizar la entrega para el 15 de enero? ¿Aceptan la cláusula de exclusividad?";
  expect(first(body)).toContain(
    "Sobre la entrega y la cláusula de exclusividad le responderé antes del [día].",
  );
  expect(drafts(body)[1]?.text).toMatch(/\n- Entrega: \[sí\/no\]\n- Cláusula[^:]*: \[sí\/no\]$/u);
});

test.each([
  "I'm covering the sector for the FT. Are you in talks with Oracle about a sale?",
  "I'm a reporter at the FT. Is it true that you are selling the company?",
  "Ich bin Redakteurin beim Handelsblatt. Verkaufen Sie die Firma?",
])("the press learns nothing with '%s'", (body) => {
  expect(drafts(body).map(({ intent }) => intent)).toEqual(["later", "decline"]);
  expect(first(body)).not.toMatch(/^(?:Yes|Ja|\[)/);
});

test.each([
  "Wir veröffentlichen die Zahlen am Donnerstag. Kannst du den Text heute noch lesen? Sonst verschieben wir.",
  "Your access to the data room expires on Friday. Here is the link to the index. Do you need an extension?",
])("'%s' is no threat", (body) => expect(repliesTo(mailOf(body), "Ada").none).toBeNull());

test.each([
  "Zahlen Sie 900 Euro, sonst veröffentlichen wir alles.",
  "Ich habe Aufnahmen von dir. Überweise 900 Euro. Andernfalls sehen sie alle.",
  "Payez 900 euros, sinon je vais publier vos photos.",
])("'%s' stays extortion", (body) => expect(repliesTo(mailOf(body), "Ada").none).toBe("extortion"));

test.each([
  ["It has come to my notice that the door was left open. Could you check it?", "I'll check it."],
  ["Tom is leaving the company. Could you take over his tasks?", "I'll take over his tasks."],
  ["We have decided to move on with Kappa. Could you send the plan?", "I'll send the plan."],
  [
    "Circling back on our order: we'd like to buy 200 licences. Could you send a quote?",
    "I'll send a quote.",
  ],
  ["Thanks for the quick help!", "You're very welcome!"],
  ["Thank you for your help. I'll buy you a coffee.", "You're very welcome!"],
  ["Vielen Dank für die schnelle Hilfe!", "Sehr gerne!"],
])("'%s' is neither notice nor pitch: '%s'", (body, answer) => {
  expect(first(`Hi Ada,\n\n${body}\n\nBen`)).toBe(answer);
});

test.each([
  "I have decided to leave the company.",
  "Please accept this as my formal notice. I'd like to hand in my notice.",
])("'%s' is a resignation", (body) => expect(first(body)).toContain("sorry to see you go"));

test("a German verb is divided where it is promised", () => {
  const promise = drafts("Hallo Ada,\n\nkönnt ihr uns die Lieferung bis Freitag zusichern?\n\nLG Ben")[1]
    ?.text;
  expect(promise).toContain("ich sichere euch die Lieferung bis Freitag zu.");
});
