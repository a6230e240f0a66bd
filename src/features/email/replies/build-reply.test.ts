import { expect, test } from "vitest";
import { repliesTo } from "../writing/reply-by-rule.ts";
import { sampleOf } from "./reply-style.ts";

// Decision 0161: replies by the kind of a mail, its times, options and deadlines.

const mailOf = (body: string) => ({ subject: "", sender: "Ben Okri <ben@okri.example>", body });
const drafts = (body: string) => repliesTo(mailOf(body), "Ada").choices;
const first = (body: string) => drafts(body)[0]?.text ?? "";
const known = {
  samples: { person: [sampleOf("Hi Ben,\n\nsure, see you.\n\nBest,\nAda")], domain: [], all: [] },
};

test.each([
  // Kinds of mails
  ["This is the second delivery in a row with the wrong labels. I expect an explanation.", /looking into it/],
  ["In Ihrer Rechnung haben Sie uns die Anfahrt doppelt berechnet.", /prüfen/],
  ["Ma commande devait arriver lundi et je n'ai toujours rien reçu.", /vérifier/],
  ["Please find attached my application for the position of product manager.", /application .* by \[day\]/],
  ["I have decided to leave and would like to hand in my notice as of May.", /sorry to see you go/],
  ["The kindergarten just called, my son has a fever. I'm leaving now.", /family comes first/],
  ["Salut Ada, ma fille est malade, je dois rester à la maison.", /famille d'abord/],
  ["Tom has made remarks about my accent and I don't feel comfortable any more. Can we talk?", /seriously/],
  ["We help companies like yours book more meetings a month. Worth a quick call?", /don't need this/],
  [
    "Just a reminder that invoice 5512 was due in May. When can we expect payment?",
    /having the invoice checked/,
  ],
  ["Aufgrund der Kosten müssen wir unsere Preise um 6 % erhöhen.", /Zahlen/],
  ["May we count on your support again for the food bank? Every donation helps.", /see what we can do/],
  ["Thank you for your kind words and the flowers.", /thoughts are with you/],
  ["Perfect, thanks Ada. I'll send the signed contract tomorrow.", /^Great, thank you!/],
  ["Hola Ada, mil gracias por la cena. A la próxima invitamos nosotros.", /De nada/],
  // Answers
  ["Final version attached. Ok to send?", /^Yes, please go ahead\.$/],
  ["Cash or transfer?", /^Cash, please\.$/],
  [
    "Should I order the cards already, or wait until the move?",
    /^\[Please order the cards already \/ Please wait until the move\]\.$/,
  ],
  [
    "Let me know whether you would like to renew it or have it paid out.",
    /^\[I would like to renew it \/ I would like to have it paid out\]\.$/,
  ],
  ["Any chance you could feed the cat on Friday?", /^I'll feed the cat on Friday\.$/],
  ["Would you mind calling the caretaker?", /^I'll call the caretaker\.$/],
  ["Could you take the 11 am call with Brightline?", /I'll take the 11 am call with Brightline/],
  ["For this we would need the accounts for 2025.", /^You will have the accounts for 2025\.$/],
  ["I'd like to take 21 to 31 December off. Is that ok with you?", /Enjoy your time off/],
  ["When are you coming for Christmas?", /^On \[day\]\.$/],
  [
    "Bitte korrigieren Sie die Rechnung und senden Sie uns eine neue zu.",
    /korrigiere ich .* und sende Ihnen eine/,
  ],
  ["Könnten Sie mir sagen, bis wann Sie sich entscheiden?", /Bis zum \[Datum\]/],
  [
    "We kindly ask you to provide the following by 15 December: a list of all processors.",
    /^I will provide this by 15 December\.|^I'll provide this by 15 December\.$/,
  ],
  ["Could you check or tell me who to ask?", /^I'll check\.$/],
  ["I'm planning mum's 70th. Are you in?", /^Yes, I'm in!$/],
  ["Do you want me to bring the prototype?", /^Yes, please\.$/],
  [
    "We would be delighted if you joined our panel. Could you let us know by Friday?",
    /let you know by Friday/,
  ],
  ["The plan is attached. Could you let me know by Friday?", /by Friday/],
  [
    "Est-ce que je peux prendre mes congés du 21 au 31 décembre ?",
    /Oui, bien sûr\. Je vous souhaite de bons congés/,
  ],
  ["Wäre ein Nachlass von 5 % möglich?", /Zum Thema Nachlass melde ich mich bis \[Tag\]/],
] as const)("'%s' is answered as what it is: %s", (body, answer) => expect(first(body)).toMatch(answer));

test.each([
  [
    "We would like to show the premises on Thursday 10 December between 2 and 4 pm. Is this convenient?",
    ["Thursday 10 December between 2 and 4 pm"],
  ],
  ["Please reply with your preferred slot: 5:10 pm, 5:40 pm or 6:20 pm.", ["5:10 pm", "5:40 pm", "6:20 pm"]],
  [
    "I can't make 3 pm tomorrow. Could we do 4:30 instead? Otherwise Friday morning.",
    ["4:30", "Friday morning"],
  ],
  ["I would be available on 16 or 17 December. Which day would you prefer?", ["16 December", "17 December"]],
  [
    "Leider müssen wir den Termin am 8. Dezember absagen. Wir können Ihnen stattdessen den 15. Dezember um 11 Uhr anbieten. Passt Ihnen das?",
    ["15. Dezember um 11 Uhr"],
  ],
  [
    "We cannot accept less than 685,000 pounds after your offer of 640,000 pounds. Would you go up to that figure?",
    ["685,000 pounds", "685,000 pounds"],
  ],
] as const)("what '%s' offers can be chosen", (body, details) =>
  expect(drafts(body).flatMap(({ detail }) => detail ?? [])).toEqual(details),
);

test("until when an answer is promised is what the mail says", () => {
  const later = (body: string) => drafts(body).find(({ intent }) => intent === "later")?.text;
  expect(later("Do you approve? We need your vote by Thursday, 10 December.")).toContain(
    "by Thursday, 10 December.",
  );
  expect(later("Wäre das möglich? Bitte geben Sie uns bis Mittwoch Bescheid.")).toContain("bis Mittwoch");
  expect(later("Is the plan ready?")).toContain("by [day]");
});

test.each([
  "Dear all,\n\nfrom January all trips need approval before booking. Thank you for your cooperation.",
  "Hi everyone,\n\nthe file server is down on Saturday. Please save your work on Friday.",
  "Dear tenants,\n\na fire drill takes place on Wednesday at 11 am. There is no need to reply.",
])("nobody waits for an answer to '%s'", (body) =>
  expect(repliesTo(mailOf(body), "Ada")).toMatchObject({ choices: [], none: "nothing" }),
);

test("people who call the author by first name get it back; a title in the greeting stays formal", () => {
  const reply = (body: string, before?: string) =>
    repliesTo(mailOf(body), "Ada Lovelace", {
      samples: { person: before ? [sampleOf(before)] : [], domain: [], all: [] },
    }).choices[0]?.body ?? "";
  expect(reply("Hi Ada, it is done.")).toMatch(/\nAda$/);
  expect(reply("Hello, it is done.")).toMatch(/\nAda Lovelace$/);
  expect(reply("Hi Ada, it is done.", "Hey Ben,\n\nsure.\n\nAda")).toBe(
    "Hey Ben,\n\nThanks for letting me know.\n\nAda",
  );
  expect(
    reply(
      "Liebe Frau Lovelace,\n\nkönnten Sie mir den Plan schicken?",
      "Lieber Herr Okri,\n\nvielen Dank für die Antwort.\n\nHerzliche Grüße\nAda Lovelace",
    ),
  ).toContain("Ihnen den Plan");
});

test("what somebody known wants approved is only looked at; secrets are checked by telephone", () => {
  const intentsOf = (body: string) =>
    repliesTo(mailOf(body), "Ada", known).choices.map(({ intent }) => intent);
  expect(intentsOf("Could you approve my expenses by Wednesday?")).toEqual(["later", "verify", "decline"]);
  expect(intentsOf("Could you send me the password?")).toEqual(["verify", "later", "decline"]);
});
