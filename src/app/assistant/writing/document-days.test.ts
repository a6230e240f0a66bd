import { expect, test } from "vitest";
import { describeText } from "#features/documents/parsing/describe-text.ts";
import { DOCUMENT_FILES, documentsIn } from "./writing-corpus.factory.ts";

// Decision 0161: no day that the text does not give, and none that is counted from the day on which it is read.

const documents = DOCUMENT_FILES.flatMap(documentsIn);
const daysOf = (text: string, today = "2026-11-30") => describeText(text, today).dates.map(({ day }) => day);
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const MONTHS = [
  "jan|ene",
  "feb|fév",
  "mar|mär",
  "apr|avr|abr",
  "ma[yi]",
  "jun|juin",
  "jul|juil",
  "aug|aoû|ago",
  "sep",
  "o[ck]t",
  "nov",
  "de[cz]|dic|déc",
];
/** Whether the text writes the day, in any of the forms of its languages. */
function isStated(day: string, text: string): boolean {
  const [, month = 0, date = 0] = day.split("-").map(Number);
  const number = new RegExp(`(?<!\\d)0?${date}(?!\\d)`, "u");
  const name = new RegExp(
    `(?<!\\p{L})(?:${MONTHS[month - 1]})|(?<!\\d)0?${month}[./-]|[./-]0?${month}(?!\\d)`,
    "iu",
  );
  return number.test(text) && name.test(text);
}
const PERIOD =
  /(?:\p{L}+|\d+)[ -](?:\(\d+\) )?(?:day|week|month|year|tag|woche|monat|jahr|jour|semaine|mois|an|día|semana|mes|año)|quarter|quartal|trimestre/iu;

test.each(documents)(
  "each day of '$name' is stated, or counted by a period of its sentence",
  ({ text, today }) => {
    for (const { day, sentence } of describeText(text, today).dates)
      expect(isStated(day, text) || PERIOD.test(sentence), `${day}: ${sentence}`).toBe(true);
  },
);

test.each(documents)("the days of '$name' are the same on the next day", ({ text, today }) => {
  const next = dayAfter(today, 1);
  const fixedDays = (from: string) =>
    describeText(text, from)
      .dates.filter(({ day, sentence }) => day >= next && !ROLLING.test(sentence))
      .map(({ day }) => day);
  expect(fixedDays(next)).toEqual(fixedDays(today));
});

/** The next of the days on which notice can be given depends on the day of the reader. */
const ROLLING = /renew|verlänger|recondu|prórrog/iu;

test.each(documents)("no day of '$name' is listed twice for the same time", ({ text, today }) => {
  const tasks = describeText(text, today).dates.filter(({ time }) => time === null);
  const repeated = tasks.filter(
    ({ day, sentence }, at) =>
      tasks.findIndex((other) => other.day === day) !== at &&
      tasks.some((other) => other.sentence === sentence && other.day !== day),
  );
  expect(repeated).toEqual([]);
});

test.each([
  "Supply agreement between Alder Ltd and Birch Ltd. Invoices are due net thirty days from the invoice date.",
  "Rechnungen sind innerhalb von 30 Tagen netto zahlbar, bei Zahlung binnen 10 Tagen mit 2 % Skonto.",
  "Les factures sont payables sous 45 jours par virement sur le compte du fournisseur.",
  "El pago de las facturas se realizará en un plazo de 30 días por transferencia.",
  "Reply within 14 days of receipt of this letter if you object to the plan.",
  "14 November 2026\n\nTravel policy. Claims must be submitted with receipts within 30 days of the end of the trip.",
  "14 November 2026\n\nMaster agreement. Payment is due within 30 days of delivery of the machine.",
  "20 November 2026\n\nThe gauge had been due for inspection on 3 May and was not inspected.",
  "20. November 2026\n\nDie Wartung hätte bis zum 3. Mai erfolgen müssen und unterblieb.",
  "20 November 2026\n\nThe closure by 3 May 2027 would cost about 90,000 pounds.",
])("no day is made up: %s", (text) => expect(daysOf(text)).toEqual([]));

test.each([
  ["Old cards may be used under version 4 until 30 January 2027.", ["2027-01-30"]],
  ["Die Anträge nach Fassung 2 bis 30. Januar 2027 sind gültig.", ["2027-01-30"]],
  ["24 November 2026\n\nYou may serve an answer within 28 days of the date of this notice.", ["2026-12-22"]],
  [
    "23 novembre 2026\n\nNous vous invitons à nous faire parvenir un calendrier sous huit jours.",
    ["2026-12-01"],
  ],
  ["25 November 2026\n\nThe insurer has to be told within 14 days of 23 November 2026.", ["2026-12-07"]],
  ["25 November 2026\n\nPlease return the form within ten days of receipt of this letter.", ["2026-12-05"]],
  ["Ein gemeinsamer Stand vom 9. bis 11. März 2027 ist gebucht.", ["2027-03-09", "2027-03-11"]],
  ["Stand compartido del 9 al 11 de marzo de 2027 en el pabellón 4.", ["2027-03-09", "2027-03-11"]],
  ["Le salon se tient du 10 au 12 mars 2027 à Lyon, hall 3.", ["2027-03-10", "2027-03-12"]],
  ["The fair runs from 10 to 12 March 2027 in hall 4 of the site.", ["2027-03-10", "2027-03-12"]],
  ["The workshop is on March 10–12, 2027 in the large hall of the site.", ["2027-03-10", "2027-03-12"]],
  [
    "27 November 2026\n\nIt was resolved, Mr Hale dissenting, to begin talks with the staff on 12 January.",
    ["2027-01-12"],
  ],
  [
    "The option to end the lease on 25 March 2029 is exercisable only upon not less than nine months' prior written notice.",
    ["2028-06-25", "2029-03-25"],
  ],
  [
    "This agreement is entered into as of December 7, 2026 by Alder and Birch. The initial term commences on the effective date and continues for twelve (12) months. It renews unless a party gives notice at least ninety (90) days prior to the end of the then-current term.",
    ["2026-12-07", "2027-09-07"],
  ],
  [
    "Bewilligungszeitraum: 1. Januar 2027 bis 30. Juni 2028. Der Nachweis ist innerhalb von drei Monaten nach Ende des Bewilligungszeitraums vorzulegen.",
    ["2027-01-01", "2028-06-30", "2028-09-30"],
  ],
])("days are stated or counted from a stated one: %s", (text, days) => expect(daysOf(text)).toEqual(days));
