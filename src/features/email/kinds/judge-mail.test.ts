import { expect, test } from "vitest";
import { readMail } from "../replies/read-mail.ts";
import { repliesTo } from "../writing/reply-by-rule.ts";

// Decision 0170: what was learned from labelled mails corrects the rules, in mails that are in no corpus.

const SENDER = "Corinna Velasquez <corinna@tidewater-boats.example>";
const mailOf = (body: string, subject = "", sender = SENDER) => ({ subject, sender, body });
const firstOf = (body: string, subject?: string) => repliesTo(mailOf(body, subject), "Ada").choices[0];

test.each([
  [
    "Hi Ada,\n\nthe hull is dry at last and I would like to show you the keel. I could do Tuesday 9 June at 10:00 or Thursday 11 June at 15:00. The paint arrives the week after, so before that would be ideal. Which suits you better?\n\nCorinna",
    /\[Tuesday 9 June at 10:00 \/ Thursday 11 June at 15:00\]/u,
  ],
  [
    "Liebe Ada,\n\nder Rumpf ist endlich trocken und ich möchte dir den Kiel zeigen. Möglich wäre Dienstag, 9. Juni um 10 Uhr oder Donnerstag, 11. Juni um 15 Uhr. Die Farbe kommt erst in der Woche danach. Was passt dir besser?\n\nLG Corinna",
    /\[Dienstag, 9\. Juni um 10 Uhr \/ Donnerstag, 11\. Juni um 15 Uhr\]/u,
  ],
] as const)("several times are a choice of the person: %s", (body, choice) => {
  expect(firstOf(body)).toMatchObject({ intent: "answer", text: expect.stringMatching(choice) });
});

test("what wants something in other words is an ask, and a rhetorical question is none", () => {
  const reading = readMail(
    mailOf(
      "Dear Ada,\n\nWe moved into the new yard last week and everything is still in boxes. Who needs a kettle anyway? The insurers want the survey before Friday, and it would help to know how many berths you will need next summer. Please bring the old keys when you come.\n\nBest wishes\nCorinna",
    ),
  );
  const asks = typeof reading === "string" ? [] : reading.asks.map(({ sentence }) => sentence);
  expect(asks.join(" ")).toContain("how many berths");
  expect(asks.join(" ")).toContain("old keys");
});

test("a fraud gets no draft that answers", () => {
  const { choices } = repliesTo(
    mailOf(
      "Hi,\n\nAre you at your desk? I am stuck in meetings all afternoon and cannot take calls. I need you to buy six gift cards of 200 pounds for a client surprise. Scratch them and send me photos of the codes here. Please keep this between us until it is announced.\n\nThanks\nCorinna\nSent from my phone",
      "Quick favour",
      "Corinna Velasquez <ceo.office.mail7@mailbox-fast.example>",
    ),
    "Ada",
  );
  expect(["verify", undefined]).toContain(choices[0]?.intent);
});
