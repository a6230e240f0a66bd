import { expect, test } from "vitest";
import { aFile } from "../factory.ts";
import { describeText } from "./describe-text.ts";

const TODAY = "2026-11-01";
const lease = aFile[".txt"].toString();

test("a summary has the most important sentences, in their own words and order", () => {
  const { summary } = describeText(lease, TODAY);
  expect(summary).toContain("The lease begins on January 4, 2027 and ends on December 31, 2031.");
  for (const sentence of summary?.split(/(?<=\.) /) ?? []) expect(lease).toContain(sentence);
  expect(describeText("Short note. Nothing to sum up.", TODAY).summary).toBeNull();
  const note = "The rent rises to 1,200 euros a month. It is due on the first of each month.";
  expect(describeText(note, TODAY).summary).toBe(note);
});

test("future dates are found with their sentence; meetings are events, deadlines tasks", () => {
  expect(describeText(lease, TODAY).dates).toEqual([
    {
      day: "2026-11-15",
      time: null,
      kind: "task",
      sentence: "The landlord must repair the heating by November 15, 2026.",
    },
    expect.objectContaining({ day: "2027-01-04", time: null, kind: "event" }),
    {
      day: "2027-01-04",
      time: "10:00",
      kind: "event",
      sentence: "The keys are handed over in a meeting on January 4, 2027 at 10:00.",
    },
    expect.objectContaining({ day: "2031-09-30", kind: "task" }),
    expect.objectContaining({ day: "2031-12-31" }),
  ]);
});

test("dates that have passed, have no day or are invalid are not offered", () => {
  for (const text of [
    "The contract of January 4, 2019 is void.",
    "The lamp was replaced on October 9.",
    "The share is 3/4, and 11/12 of it are paid.",
    "Call 2027 times and pay 4,800 euros on the first working day.",
    "Version 2027.1 is ready tomorrow.",
  ])
    expect(describeText(text, TODAY).dates, text).toEqual([]);
});

test("a long text is processed in bounded time and size", () => {
  const long = "The board must decide about the budget of the year 2027 by March 3, 2027. ".repeat(20_000);
  const { summary, dates } = describeText(long, TODAY);
  expect(summary?.length).toBeLessThanOrEqual(710);
  expect(dates).toHaveLength(1);
});

const daysOf = (text: string, today = TODAY) =>
  describeText(text, today).dates.map(({ day, time }) => (time ? `${day} ${time}` : day));

test.each([
  ["We meet on November 19.", ["2026-11-19"]],
  ["Leeds, October 2, 2026\n\nPlease pay by March 3.", ["2027-03-03"]],
  [
    "Berlin, 12. Oktober 2026\n\nBitte zahlen Sie den Betrag bis zum 15. Januar oder am 20.12. in bar.",
    ["2026-12-20", "2027-01-15"],
  ],
  [
    "Die Sitzung ist am 4. Dezember 2026 um 10:30 Uhr im Rathaus und nicht am 5.12.2026.",
    ["2026-12-04 10:30", "2026-12-05"],
  ],
  [
    "Lyon, le 3 octobre 2026\n\nLa réunion aura lieu le 4 décembre à 15h dans nos bureaux, et non le 05/12/2026.",
    ["2026-12-04 15:00", "2026-12-05"],
  ],
  ["La reunión es el 4 de diciembre de 2026 y el pago vence el 1 de febrero.", ["2026-12-04", "2027-02-01"]],
])("dates are resolved by the day of the document: %s", (text, days) => expect(daysOf(text)).toEqual(days));

test.each([
  [
    "The lease ends on December 31, 2031. It may be terminated 60 days before the end of the term.",
    "2031-11-01",
  ],
  [
    "The agreement begins on January 1, 2026. Its initial term is 24 months. It renews unless notice is given three months before expiry.",
    "2027-09-30",
  ],
  [
    "The lease ends on December 31, 2031. It is extended by two years unless notice is given at least six months before the end of the term.",
    "2031-06-30",
  ],
  ["This contract can be terminated with three months' notice to the end of a quarter.", "2026-12-31"],
  [
    "The agreement ends on June 30, 2026 and renews each year unless a party gives 30 days' notice before the end of the term.",
    "2027-05-31",
  ],
  [
    "Der Vertrag kann mit einer Frist von drei Monaten zum Quartalsende gekündigt werden und ist sonst gültig.",
    "2026-12-31",
  ],
  [
    "Das Mietverhältnis endet am 31. März 2028. Eine Verlängerung ist sechs Wochen vor Ablauf der Laufzeit anzuzeigen.",
    "2028-02-18",
  ],
  [
    "Le bail prend fin le 30 juin 2027. Le congé est donné avec un préavis de trois mois avant son échéance.",
    "2027-03-31",
  ],
  [
    "El contrato finaliza el 31 de diciembre de 2027. El preaviso es de 60 días antes del vencimiento del contrato.",
    "2027-11-01",
  ],
  ["Leeds, October 20, 2026\n\nThe invoice is payable within 30 days.", "2026-11-19"],
  [
    "Offer of October 20, 2026\n\nThis offer is valid for 30 days. 30 percent are due on order.",
    "2026-11-19",
  ],
  ["Berlin, den 20. Oktober 2026\n\nDas Angebot ist 30 Tage gültig und freibleibend.", "2026-11-19"],
  ["Lyon, le 20 octobre 2026\n\nRèglement à 30 jours par virement sur notre compte.", "2026-11-19"],
  [
    "Policy schedule\nPeriod of insurance: 1 January 2027 to 31 December 2027\nThe policy renews automatically unless it is cancelled one month before it expires.",
    "2027-11-30",
  ],
  [
    "El inquilino puede rescindir con un preaviso de treinta días antes del 31 de diciembre de 2026.",
    "2026-12-01",
  ],
  [
    "Das Arbeitsverhältnis beginnt am 1. Februar 2027. Es kann mit einer Frist von drei Monaten zum Quartalsende gekündigt werden.",
    "2027-03-31",
  ],
])("a notice period leads to the day that matters, with its rule: %s", (text, day) => {
  const found = describeText(text, TODAY).dates.find((each) => each.day === day);
  expect(found, JSON.stringify(describeText(text, TODAY).dates)).toMatchObject({ kind: "task", time: null });
  expect(text).toContain(found?.sentence);
});

test("a form and a change of bank details are summarized", () => {
  const invoice =
    "Invoice 4711\nOctober 2, 2026\nTotal: 1,190.00 EUR\nDue date: November 30, 2026\nPlease note that our bank details have changed.";
  expect(describeText(invoice, TODAY).summary).toBe(
    "Change of bank details! Invoice 4711. Total: 1,190.00 EUR. Due date: November 30, 2026. Please note that our bank details have changed.",
  );
});

test.each([
  "Claims must be reported within 14 days after you become aware of them.",
  "The borrower shall provide accounts within 120 days after the end of each financial year.",
  "The fee of 20 euros is charged for a month of storage, notice of which is given before.",
])("a period whose beginning nobody knows is no date: %s", (text) => expect(daysOf(text)).toEqual([]));

test("lines of a form and of a programme stand alone, items give way to their total", () => {
  const sheet =
    "Exclusivity: the company will not talk to other investors until 15 January\nExpected closing: 29 January\nOur ref: 4711";
  expect(daysOf(sheet)).toEqual(["2027-01-15", "2027-01-29"]);
  expect(describeText(sheet, TODAY).summary).not.toContain("4711");
  expect(daysOf("Offsite\nThursday, 14 January\n09:30 Arrival and coffee\n10:00 Strategy")).toEqual([
    "2027-01-14 09:30",
  ]);
  const offer =
    "Devis\nPeinture : 2 300,00 €\nPlâtre : 900,00 €\nSols : 1 200,00 €\nTotal TTC : 4 400,00 €\nUn acompte de 30 % est demandé à la commande.";
  expect(describeText(offer, TODAY).summary).toBe(
    "Total TTC : 4 400,00 €. Un acompte de 30 % est demandé à la commande.",
  );
});

test("a period before the end of a term is counted once, and is no date of its own", () => {
  const gym =
    "Start date: March 1, 2026. The membership runs for a minimum term of 12 months at 49.90 euros per month. It renews automatically for further 12 months unless it is cancelled in writing four weeks before the end of the term.";
  expect(daysOf(gym, "2026-11-30")).toEqual(["2027-01-31"]);
});

test("decision 0161: a day without a year that has just passed is not that of the next year", () => {
  const invoice =
    "Invoice 932\nDate: 23 November 2026\n\nAdvance of 10 September    -2,500.00\nBerth (5 to 16 October)    1,080.00\nTotal    6,588.00\n\nPayment is due by 9 September, in instalments. The buyer orders 40 units in the first year and 60 in the second.";
  expect(describeText(invoice, "2026-11-30").dates.map(({ day }) => day)).toEqual(["2027-09-09"]);
});

test("decision 0161: a summary has the first sentence of substance and what is recommended", () => {
  const filler = Array.from(
    { length: 30 },
    (_, at) => `The price of part ${at} was ${at + 10} euros and must be paid by the buyer.`,
  ).join(" ");
  const text = `Report\n\nSeven people left us, more than ever before.\n\n${filler}\n\nRecommendation\nWe would rather keep to what we know.`;
  const { summary } = describeText(text, "2026-11-30");
  expect(summary).toContain("Seven people left us");
  expect(summary).toContain("keep to what we know");
});
