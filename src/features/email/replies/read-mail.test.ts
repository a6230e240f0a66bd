import { describe, expect, test } from "vitest";
import { repliesTo } from "../writing/reply-by-rule.ts";
import { isAutomaticMail } from "./automatic-mail.ts";
import { ownTextOf, sentencesOf } from "./own-text.ts";
import { sampleOf } from "./reply-style.ts";

const mailOf = (body: string, sender = "Ben Okri <ben@okri.example>", subject = "") => ({
  subject,
  sender,
  body,
});
const drafts = (body: string, sender?: string) => repliesTo(mailOf(body, sender), "Ada").choices;
const first = (body: string) => drafts(body)[0]?.text ?? "";

describe("the sender's own words", () => {
  test("end at quoted and forwarded lines, at the signature and at the small print", () => {
    const own = "Hi Ada,\n\nit is done.";
    for (const older of [
      "On Mon, 2 Mar 2026 at 9:00,\nAda Lovelace <ada@x.example>\nwrote:\nCould you come?",
      "-----Original Message-----\nFrom: Ada\nSent: Monday\n\nCould you come?",
      "Von: Ada\nGesendet: Montag\nKannst du kommen?",
      "Am 2. März 2026 um 9:00 schrieb Ada:\n> Kannst du kommen?",
      "Le 2 mars 2026, Ada a écrit :\n> Tu viens ?",
      "El lun, 2 mar 2026, Ada escribió:\n> ¿Vienes?",
      "> Could you come?",
      "-- \nBen\nCould you recommend us?",
      "This e-mail and any attachments are confidential. Are you the recipient?",
    ])
      expect(ownTextOf(`${own}\n\n${older}`).text, older).toBe(own);
  });

  test("stay between quoted lines, and below the name as a postscript", () => {
    const text =
      "On Monday Ada wrote:\n> When?\nAt ten.\n> Where?\nIn Leeds.\n\nBest,\nBen\n\nPS: Bring the map.";
    expect(ownTextOf(text)).toEqual({
      whole: "At ten.\nIn Leeds.\n\nBest,\nBen\n\nPS: Bring the map.",
      text: "At ten.\nIn Leeds.\n\nPS: Bring the map.",
      signedBy: "Ben",
    });
  });

  test("are joined where lines were wrapped, and divided at sentences, not at abbreviations and days", () => {
    const wrapped =
      "The contract with Dr. Falk ends on the first of\nthe month. Bitte bis zum 4. Dezember antworten.\n- one\n- two";
    expect(sentencesOf(wrapped)).toEqual([
      "The contract with Dr. Falk ends on the first of the month.",
      "Bitte bis zum 4. Dezember antworten.",
      "- one",
      "- two",
    ]);
  });
});

test.for([
  ["newsletter@shop.example", "", "Sale"],
  ["anna@x.example", "", "Sale\n\nUnsubscribe"],
  ["anna@x.example", "Ihre Rechnung 4711", "Anbei Ihre Rechnung."],
  ["anna@x.example", "Automatic reply: Offer", "I am away."],
  ["anna@x.example", "", "Ich bin nicht im Büro und ab Montag wieder da."],
  ["anna@x.example", "", "Ce message a été envoyé automatiquement"],
  ["anna@x.example", "", "Para darse de baja pulse aquí"],
] as const)("a mail of %s with '%s' and '%s' is automatic", ([sender, subject, body]) => {
  expect(isAutomaticMail({ sender, subject, body })).toBe(true);
  expect(repliesTo({ sender, subject, body }, "Ada")).toMatchObject({ choices: [], none: "automatic" });
});

test.for([
  ["Could you send me your plan by Friday?", "I'll send you my plan by Friday."],
  ["Would you please call us tomorrow, because it is late?", "I'll call you tomorrow."],
  ["Please let my brother have our key.", "I'll let your brother have your key."],
  ["Could you tell me what you think of it?", "I think [your view]."],
  ["Shall I book the room?", "Yes, please."],
  ["Have you seen the draft of the lease?", "[Yes/No]."],
  ["Is the lease signed?", "[Yes/No]."],
  ["When does the lease end?", "On [day]."],
  ["I need you to read the lease today.", "I'll read the lease today."],
] as const)("'%s' is answered with '%s'", ([question, answer]) => {
  expect(first(`Hi Ada,\n\n${question}\n\nBen`)).toBe(answer);
});

test.for([
  ["Kannst du mir bitte deinen Plan bis Freitag schicken?", "Klar, ich schicke dir meinen Plan bis Freitag."],
  ["Könnten Sie uns bitte Ihre Adresse mitteilen?", "Gerne teile ich Ihnen meine Adresse mit."],
  ["Bitte senden Sie mir den Vertrag zu.", "Gerne sende ich Ihnen den Vertrag zu."],
  ["Pourriez-vous m'envoyer vos plans avant lundi ?", "Je vais vous envoyer mes plans avant lundi."],
  ["Tu peux m'envoyer ton plan demain, s'il te plaît ?", "Je vais t'envoyer mon plan demain."],
  ["¿Podría enviarme su plan antes del lunes?", "Le enviaré mi plan antes del lunes."],
  ["¿Puedes mandarme tu plan mañana, por favor?", "Te mandaré mi plan mañana."],
] as const)("'%s' is promised in its own language: '%s'", ([request, promise]) => {
  expect(first(request)).toContain(promise);
});

test("proposed times, amounts and invitations have replies of their own, the best first", () => {
  const intentsOf = (body: string) =>
    drafts(body).map(({ intent, detail }) => (detail ? `${intent}: ${detail}` : intent));
  expect(intentsOf("Hi Ada, does Tuesday at 10:00 or Friday at 3 pm work for you?")).toEqual([
    "answer",
    "accept: Tuesday at 10:00",
    "accept: Friday at 3 pm",
    "decline",
    "later",
  ]);
  expect(intentsOf("We would propose a price of 4,500 euros. Is this fine with you?")).toEqual([
    "later",
    "agreeFigure: 4,500 euros",
    "decline: 4,500 euros",
    "ask",
  ]);
  expect(intentsOf("We would like to invite you to our summer party.")).toEqual([
    "later",
    "accept",
    "decline",
  ]);
  expect(intentsOf("Thank you for your help!")).toEqual(["thank"]);
  expect(intentsOf("Our bank details have changed, please pay to the new account.")).toEqual([
    "verify",
    "decline",
  ]);
  // A deadline is not proposed, and what does not suit the sender is not either.
  expect(intentsOf("Could you call me by Tuesday?")).toEqual(["accept", "decline", "later", "ask"]);
  expect(intentsOf("I cannot make our call tomorrow. Shall we meet on Monday at 11 am?")[0]).toBe(
    "accept: Monday at 11 am",
  );
});

test("free times are proposed where the mail asks for one, in its language", () => {
  const reply = repliesTo(mailOf("Wann passt es Ihnen für ein Gespräch?"), "Ada", {
    freeTimes: (language) => [`frei (${language})`],
  });
  expect(reply.choices.find(({ intent }) => intent === "proposeTimes")?.text).toContain("- frei (de)");
  expect(
    repliesTo(mailOf("Thank you for your help!"), "Ada", { freeTimes: () => ["x"] }).choices,
  ).toHaveLength(1);
});

test("a gap is where the caret goes", () => {
  const { body = "", gap } = drafts("When does the lease end?")[0] ?? {};
  expect(body.slice(gap?.start, gap?.end)).toBe("[day]");
  expect(drafts("Thank you for your help!")[0]?.gap).toBeNull();
});

test("who writes briefly to somebody gets no thanks for the mail; formality is as it was before", () => {
  const samples = { person: [sampleOf("Hallo Ben,\n\npasst, danke dir!\n\nLG Ada")], domain: [], all: [] };
  const [reply] = repliesTo(mailOf("Könnten Sie mir den Plan schicken? Danke und Grüße"), "Ada", {
    samples,
  }).choices;
  expect(reply?.body).toBe("Hallo Ben,\n\nklar, ich schicke dir den Plan.\n\nLG Ada");
});

test.each([
  ["Pay 2,000 dollars in bitcoin or I publish everything.", "extortion"],
  ["Your mailbox is full. Please confirm your password at the link below.", "phishing"],
  ["Ihr Konto wird gesperrt. Bitte bestätigen Sie Ihr Passwort noch heute.", "phishing"],
] as const)("nobody answers '%s'", (body, none) => {
  expect(repliesTo(mailOf(body), "Ada")).toMatchObject({ choices: [], none });
});

test.each([
  ["Your password expires today. Click here to renew it.", "phishing"],
  ["Ihr Postfach wird morgen gesperrt: https://mail.example/login", "phishing"],
  ["Votre compte sera suspendu. Cliquez sur le lien.", "phishing"],
  ["Su cuenta será bloqueada. Haga clic en el enlace.", "phishing"],
  ["I have recordings of you. Send me 900 dollars, otherwise everybody sees them.", "extortion"],
] as const)("nobody answers '%s' either", (body, none) => {
  expect(repliesTo(mailOf(body), "Ada").none).toBe(none);
});

test.each([
  "Did you read the article about bitcoin?",
  "The wedding videos of you are lovely. Shall I copy them for you?",
  "Our lawyers have read the lease. Could you sign it by Friday?",
  "The tribunal is beside the station. Shall we meet there?",
  "This is my final reminder for the party on Friday. Are you coming?",
  "Did you unsubscribe from the list?",
  "Does the gym account expire in May?",
])("'%s' is no threat and no small print", (body) => {
  const intents = drafts(body).map(({ intent }) => intent);
  expect(intents).toContain("accept");
});

test.each([
  "This is our final reminder. Your invoice is overdue; this final notice precedes legal action against you.",
  "We will take legal action against you if you do not answer.",
  "Andernfalls werden wir einen Rechtsanwalt beauftragen.",
  "À défaut, nous saisirons le tribunal.",
  "De lo contrario emprenderemos acciones legales.",
])("'%s' is a claim", (body) => {
  expect(drafts(body).map(({ intent }) => intent)).toEqual(["later", "decline"]);
});

const known = {
  samples: { person: [sampleOf("Hi Ben,\n\nsure, see you.\n\nBest,\nAda")], domain: [], all: [] },
};
const firstTo = (body: string, options = {}) => repliesTo(mailOf(body), "Ada", options).choices[0];

test("no fact of the reader is confirmed for them, also to people who were written to", () => {
  const body = "Please confirm that we may use your logo.";
  expect(firstTo(body)?.text).toContain("[yes/no]");
  expect(firstTo(body)?.text).not.toContain("logo");
  expect(firstTo(body, known)?.text).toContain("[yes/no]");
  expect(firstTo("Is the lease signed?", known)?.text).toBe("[Yes/No].");
});

test("a fee, a penalty or a debt is never agreed to first; no dot is doubled", () => {
  expect(firstTo("We propose a penalty of 4,500 euros. Do you agree?")?.intent).toBe("later");
  expect(first("Could you call me at 3 p.m.?")).not.toContain("..");
});

test.each([
  ["Schickst du mir die Folien?", "Ja, ich schicke dir die Folien."],
  ["Schicken Sie mir die Folien?", "Ja, ich schicke Ihnen die Folien."],
  ["Fährst du mich morgen nach Bonn?", "[Ja/Nein]."],
])("'%s' is answered with '%s'", (question, answer) => expect(first(question)).toContain(answer));

test.each([
  [
    "Kannst du bitte den Vertrag prüfen und ihn heute herunterladen?",
    "Zum Thema Vertrag melde ich mich bis [Tag] bei dir.",
  ],
  [
    "Können Sie bitte den Schreiner kommen lassen?",
    "Zum Thema Schreiner melde ich mich bis [Tag] bei Ihnen.",
  ],
])("no broken German for '%s'", (request, promise) => expect(first(request)).toContain(promise));

test.each([
  ["Merci de m'indiquer si vous serez présente.", /^(?!.*plaisir)/],
  ["Congratulations on the new office!", /Thank you, that is very kind/],
  ["Herzlichen Glückwunsch zum neuen Büro, das habt ihr toll gemacht, dein Nils!", /sehr lieb von dir/],
  ["Hi Ada, today is my last day here. It was great.", /sorry to hear that you're leaving/],
  ["Hi Ada, my laptop died this morning.", /^(?!.*condolences)/],
])("'%s' is answered as what it is", (body, answer) => expect(first(body)).toMatch(answer));

test("people who know each other do not number their questions", () => {
  const body = "Liebe Ada,\n\nwann kommst du? Wo treffen wir uns?\n\nLG Ben";
  expect(first(body)).not.toMatch(/Frage/);
});
