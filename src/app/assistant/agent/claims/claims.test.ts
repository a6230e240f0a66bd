import { expect, test } from "vitest";
import { checkClaims } from "./check-claims.ts";
import { Material } from "./material.ts";

const clock = { now: new Date("2026-11-18T08:30:00Z"), timeZone: "Europe/Vienna" };
const MAIL = {
  id: "01950000-0000-7000-8000-000000000001",
  subject: "Offer for phase two",
  sender: "ingrid.solberg@nordlys.test",
  body: "We can do phase two for 84,000 euros. The offer is valid until 30 November. The notice period is 12 months. My number is +47 22 123 456, the code is X7K9QP.",
  status: "received",
  isRead: false,
  isStarred: true,
  sentAt: "2026-11-17T15:05:00.000Z",
};
const TASKS = [
  {
    id: "01950000-0000-7000-8000-000000000011",
    title: "Finish the Q1 budget",
    priority: "high",
    status: "in_progress",
    dueDate: "2026-11-20T16:00:00.000Z",
  },
  {
    id: "01950000-0000-7000-8000-000000000012",
    title: "Submit October expenses",
    priority: "medium",
    status: "todo",
    dueDate: "2026-11-16T16:00:00.000Z",
  },
  {
    id: "01950000-0000-7000-8000-000000000013",
    title: "Review the Lisbon lease",
    priority: "high",
    status: "todo",
    dueDate: "2026-11-23T16:00:00.000Z",
  },
];
const EVENTS = [
  {
    id: "01950000-0000-7000-8000-000000000021",
    title: "Lunch with Ingrid",
    startTime: "2026-11-18T11:30:00.000Z",
    endTime: "2026-11-18T12:30:00.000Z",
    location: "Café Landtmann",
    isAllDay: false,
    attendees: ["ingrid.solberg@nordlys.test"],
  },
  {
    id: "01950000-0000-7000-8000-000000000022",
    title: "Call with Dan",
    startTime: "2026-11-19T14:00:00.000Z",
    endTime: "2026-11-19T14:30:00.000Z",
    location: null,
    isAllDay: false,
    attendees: [],
  },
];

function material(): Material {
  const read = new Material(clock);
  read.addOwn("what about Ingrid's offer and my tasks");
  read.addCall({ capability: "emails.list", effect: "read", outcome: "done" });
  read.addResult("emails", { items: [MAIL], nextCursor: null });
  read.addResult("tasks", { items: TASKS });
  read.addResult("events", { items: EVENTS });
  return read;
}
const marked = (text: string, read = material()) =>
  checkClaims(text, read).map(({ start, end }) => text.slice(start, end));

test.each([
  "Ingrid Solberg offers phase two for 84,000 euros, valid until 30 November.",
  "The offer from Ingrid (84.000 \u20ac) is valid until Monday, November 30, 2026.",
  "It costs \u20ac84k and runs out on the 30th of November.",
  "You have three tasks: two are high priority, and one is overdue.",
  "Finish the Q1 budget is due on Friday at 17:00, in two days.",
  "Lunch with Ingrid is today from 12:30 to 1:30 pm at Caf\u00e9 Landtmann.",
  "Lunch is an hour; the call with Dan tomorrow at 3 pm takes half an hour.",
  "The notice period is twelve months. Her number is +47 22 123456 and the code X7K9QP.",
  "You can write to ingrid.solberg@nordlys.test.",
  "Her mail says 'valid until 30 November'.",
  "Unfortunately nothing else is due. Shall I move the call to 4 pm? I have not sent anything.",
  "I looked through your mail.",
  "Am 30. November l\u00e4uft das Angebot von Frau Solberg \u00fcber 84.000 Euro aus.",
  "L'offre d'Ingrid de 84 000 euros est valable jusqu'au 30 novembre.",
  "La oferta de Ingrid de 84.000 euros vale hasta el 30 de noviembre.",
])("what is true is not marked: %s", (text) => {
  expect(marked(text)).toEqual([]);
});

test.each([
  ["Ingrid Solberg offers phase two for 48,000 euros.", "48,000 euros"],
  ["It is valid until 13 November.", "13 November"],
  ["It is valid until 30 November 2027.", "30 November 2027"],
  ["Astrid Solberg offers phase two.", "Astrid Solberg"],
  ["The offer of Ingrid Feld is good.", "Ingrid Feld"],
  ["You have four tasks.", "four"],
  ["Two tasks are overdue.", "Two"],
  ["Finish the Q1 budget is due on Monday at 17:00.", "Monday"],
  ["Call with Dan is at 12:30.", "12:30"],
  ["Lunch with Ingrid is today at 11:30.", "11:30"],
  ["Write to astrid@nordlys.test.", "astrid@nordlys.test"],
  ["The code is X7K9QQ.", "X7K9QQ"],
  ["Her mail says 'valid until Christmas'.", "'valid until Christmas'"],
  ["I have sent the mail to Ingrid.", "I have sent the mail to Ingrid"],
  ["Done.", "Done"],
  ["The task has been created.", "been created"],
  ["I've moved the call with Dan.", "I've moved the call with Dan"],
  ["It waits for your approval.", "waits for your approval"],
  ["Am 13. November l\u00e4uft das Angebot aus, und ich habe den Termin verschoben.", "13. November"],
  ["L'offre est valable jusqu'au 13 novembre.", "13 novembre"],
  ["La oferta vale hasta el 13 de noviembre.", "13 de noviembre"],
])("what is found nowhere is marked: %s", (text, piece) => {
  expect(marked(text)).toContain(piece);
});
