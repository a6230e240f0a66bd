import { checkClaims } from "#app/assistant/agent/claims/check-claims.ts";
import { Material } from "#app/assistant/agent/claims/material.ts";
import { readAnswer } from "#app/assistant/agent/claims/read-answer.ts";
import { compare, report, timed } from "./support/compare.ts";

// Issue 26, 4: an answer of 8,000 characters is checked against 200 KB of what its calls returned. The material is read
// once as it comes; the floor, in the same run, is reading the answer alone, with nothing to compare it with.

const MAILS = 200;
const ANSWER = 8_000;
const clock = { now: new Date("2037-11-18T09:00:00.000Z"), timeZone: "Europe/Berlin" };
const pick = <T>(list: readonly T[], number: number): T => list[number % list.length] as T;
const PEOPLE = ["Ingrid Berg", "Marcus Feld", "Ana Duarte", "Tom Okafor", "Lena Wirth", "Hugo Marsh"];
const SUBJECTS = [
  "Lease of the harbour office",
  "Budget for Lisbon",
  "Interviews in spring",
  "Offer by Northwind",
];

const mails = Array.from({ length: MAILS }, (_, number) => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
  subject: `${pick(SUBJECTS, number)} ${number}`,
  sender: pick(PEOPLE, number),
  sentAt: new Date(clock.now.getTime() - number * 3_600_000).toISOString(),
  isRead: number % 3 === 0,
  body: `Dear Ada, the offer of ${12_000 + number * 37} euros stands until ${1 + (number % 28)} December 2037. ${pick(PEOPLE, number + 1)} will call at ${8 + (number % 10)}:30. The code is NW-${4000 + number}. `.repeat(
    6,
  ),
}));
const sentences = mails.map(
  ({ subject, sender }, number) =>
    `${sender} wrote about '${subject}' [${1 + (number % 12)}]: ${12_000 + number * 37} euros until ${1 + (number % 28)} December 2037, call at ${8 + (number % 10)}:30; Bob Carter offered ${99 + number} more and I have sent him an email.`,
);
const answer = sentences.join(" ").slice(0, ANSWER);
const cards = mails
  .slice(0, 12)
  .map(({ id, subject }) => ({ kind: "email", id, title: subject, subtitle: null, href: "" }));

const read = () => {
  const material = new Material(clock);
  material.addOwn("What did they offer?");
  material.addCall({ capability: "emails.list", effect: "read", outcome: "done" });
  material.addResult("emails", { items: mails });
  return material;
};
const material = read();
const nothing = new Material(clock);
await compare({
  name: `check of ${answer.length} characters against ${Math.round(JSON.stringify(mails).length / 1000)} KB`,
  measured: async () => checkClaims(answer, material, cards),
  floor: async () => readAnswer(answer, nothing, []),
  floorName: "reading the answer alone",
  times: 20,
});
report(
  "reading the material, once for a result",
  await Promise.all([1, 2, 3].map(() => timed(async () => read()))),
);
