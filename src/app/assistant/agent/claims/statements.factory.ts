import { dayInZone } from "#platform/time/wall-clock.ts";
import {
  act,
  address,
  amount,
  type Chance,
  code,
  counted,
  date,
  type Language,
  person,
  type Statement,
  time,
} from "./answers.factory.ts";

export type Task = { id: string; title: string; status: string; priority: string; dueDate: string | null };
export type Meeting = {
  id: string;
  title: string;
  startTime: string;
  endTime: string;
  location: string | null;
  isAllDay: boolean;
};
export type Contact = {
  id: string;
  contactName: string;
  contactEmail: string | null;
  contactPhone: string | null;
};
export type Found = { tasks: Task[]; events: Meeting[]; contacts: Contact[]; timeZone: string };

/** For tests: what is true of the records, in a shape that chance chooses. */
export function aStatement(found: Found, chance: Chance): Statement {
  return chance.one([ofTask, ofTask, ofEvent, ofEvent, ofContact, ofLetter, ofLetter, ofCount, ofAct, ofAct])(
    found,
    chance,
  );
}

const languageOf = (chance: Chance): Language =>
  chance.one(["en", "en", "en", "en", "de", "fr", "es"] as const);

function ofTask({ tasks, timeZone }: Found, chance: Chance): Statement {
  const { title, dueDate } = chance.one(tasks.filter((task) => task.dueDate !== null));
  const at = new Date(dueDate ?? 0);
  const language = languageOf(chance);
  const day = () => date(at, timeZone, language, chance);
  const hour = () => time(at, timeZone, language, chance);
  if (language === "de")
    return chance.one([
      [`'${title}' ist am `, day(), " um ", hour(), " f\u00e4llig und noch offen."],
      [`Die Aufgabe '${title}' muss bis zum `, day(), " fertig sein, das ist nicht mehr lange."],
    ]);
  if (language === "fr") return [`La t\u00e2che '${title}' est pour le `, day(), " \u00e0 ", hour(), "."];
  if (language === "es") return [`La tarea '${title}' vence el `, day(), " a las ", hour(), "."];
  return chance.one<Statement>([
    [`'${title}' is due on `, day(), "."],
    [`${title} is due `, day(), " at ", hour(), "."],
    ["On ", day(), `, you have to '${title}' by `, hour(), "."],
    [`The deadline for "${title}" is `, day(), ", ", hour(), "."],
    [`You still have "${title}" open; it has to be finished by `, day(), "."],
    [`The next one is ${title} (due `, day(), ")."],
  ]);
}

function ofEvent({ events, timeZone }: Found, chance: Chance): Statement {
  const event = chance.one(events.filter(({ isAllDay }) => !isAllDay));
  const { title, location } = event;
  const [from, to] = [new Date(event.startTime), new Date(event.endTime)];
  const language = languageOf(chance);
  const day = () => date(from, timeZone, language, chance);
  const hour = (at: Date) => time(at, timeZone, language, chance);
  if (language === "de")
    return [`'${title}' ist am `, day(), " von ", hour(from), " bis ", hour(to), " im Kalender."];
  if (language === "fr") return [`'${title}' est le `, day(), " \u00e0 ", hour(from), " dans votre agenda."];
  if (language === "es") return [`'${title}' es el `, day(), " a las ", hour(from), "."];
  const place = location ? ` at ${location}` : "";
  return chance.one<Statement>([
    [`${title} is on `, day(), " at ", hour(from), "."],
    [`"${title}" starts at `, hour(from), " and ends at ", hour(to), "."],
    ["You have ", title, ` from `, hour(from), " to ", hour(to), " on ", day(), `${place}.`],
    ["On ", day(), `: ${title}, `, hour(from), "\u2013", hour(to), "."],
    [`Your ${title} on `, day(), " begins at ", hour(from), `${place}.`],
    ["It is at ", hour(from), `: ${title}.`],
  ]);
}

function ofContact({ contacts }: Found, chance: Chance): Statement {
  const { contactName, contactEmail, contactPhone } = chance.one(contacts);
  const who = () => person(contactName, chance);
  const mail = address(contactEmail ?? "");
  const options: Statement[] = [
    ["The address of ", who(), " is ", mail, "."],
    ["You can reach ", who(), " at ", mail, "."],
    [who(), " has the address ", mail, "."],
    ["I found ", who(), " (", mail, ") among your contacts."],
    ["Besides Ann Whitaker, you know ", who(), "."],
    ["Ask ", who(), " about it, as Ann Whitaker does not know."],
  ];
  if (contactPhone)
    options.push(
      ["The number of ", who(), " is ", code(contactPhone), "."],
      ["Call ", who(), " on ", code(contactPhone), "."],
    );
  return chance.one(options);
}

function ofLetter(_: Found, chance: Chance): Statement {
  const language = languageOf(chance);
  const money = (value: number) => amount(value, "euros", language, chance);
  const month = (day: string) => date(new Date(`${day}T12:00:00Z`), "UTC", language, chance);
  if (language === "de")
    return [
      "Das Angebot von Frau Solberg \u00fcber ",
      money(84_000),
      " gilt bis zum ",
      month("2037-11-30"),
      ", und die Rechnung betr\u00e4gt ",
      money(12_450),
      ".",
    ];
  if (language === "fr")
    return [
      "L'offre de ",
      person("Ingrid Solberg", chance),
      " est de ",
      money(84_000),
      " et elle est valable jusqu'au ",
      month("2037-11-30"),
      ".",
    ];
  if (language === "es")
    return [
      "La oferta de ",
      person("Ingrid Solberg", chance),
      " es de ",
      money(84_000),
      " y vale hasta el ",
      month("2037-11-30"),
      ".",
    ];
  return ofEnglishLetter(chance);
}

function ofEnglishLetter(chance: Chance): Statement {
  const money = (value: number) => amount(value, "euros", "en", chance);
  const month = (day: string) => date(new Date(`${day}T12:00:00Z`), "UTC", "en", chance);
  return chance.one<Statement>([
    [
      person("Ingrid Solberg", chance),
      " offers phase two for ",
      money(84_000),
      "; the offer is valid until ",
      month("2037-11-30"),
      ".",
    ],
    ["The price of phase two is ", money(84_000), "."],
    ["Tom Becker asks you to pay ", money(12_450), " by ", month("2037-11-20"), "."],
    ["The invoice comes to ", money(12_450), ", to be paid to ", code("DE02 1203 0000 0000 2020 51"), "."],
    ["The bank can extend the credit line to ", money(500_000), "."],
    [
      "Marcus writes that the notice period is ",
      amount(12, "months", "en", chance),
      "; he would ask for ",
      amount(6, "months", "en", chance),
      ".",
    ],
    ["Your booking code is ", code("X7K9QP"), ", and the flight is ", code("OS 461"), "."],
    ["The keys are with the porter, and the alarm code is ", code("4471"), "."],
    [
      "According to ",
      person("Marcus Feld", chance),
      ", the lease ends on ",
      date(new Date("2030-03-31T12:00:00Z"), "UTC", "en", chance),
      ".",
    ],
    [person("Priya Raman", chance), " introduces you to ", person("Karin Olsen", chance), " of Helios."],
  ]);
}

function ofCount({ tasks, contacts, events, timeZone }: Found, chance: Chance): Statement {
  const open = tasks.filter(({ status }) => status !== "completed");
  const urgent = open.filter(({ priority }) => priority === "urgent");
  const high = open.filter(({ priority }) => priority === "high");
  const { day } = wallOf(timeZone);
  const today = events.filter(({ startTime, isAllDay }) => !isAllDay && dayOf(startTime, timeZone) === day);
  return chance.one<Statement>([
    ["You have ", counted(tasks.length, chance), " tasks on your list."],
    ["There are ", counted(tasks.length, chance), " tasks."],
    ["Of your tasks, ", counted(urgent.length, chance), " are urgent."],
    ["I found ", counted(high.length, chance), " tasks with a high priority."],
    ["You have ", counted(contacts.length, chance), " contacts."],
    ["There are ", counted(contacts.length, chance), " people among your contacts."],
    ["Today you have ", counted(today.length, chance), " meetings."],
  ]);
}

const dayOf = (at: string, timeZone: string) => dayInZone(new Date(at), timeZone);
const wallOf = (timeZone: string) => ({ day: dayInZone(new Date(), timeZone) });

const NEVER = [
  "I have sent the mail",
  "I've replied to Ingrid",
  "I deleted the old task",
  "I have moved the meeting",
  "I cancelled the call",
  "I have paid the invoice",
  "I archived the newsletters",
  "I've shared the document with Bob",
  "I have forwarded it to Ann",
  "I accepted the invitation",
  "I called Dan",
  "I've informed everybody",
  "I've just booked the flight",
];

/** The run made one task and one event, and proposed one mail. */
function ofAct(_: Found, chance: Chance): Statement {
  const made = (shown: string) => act(shown, NEVER);
  return chance.one<Statement>([
    [made("I have created the task"), " 'Water the plants'."],
    [made("I've added 'Water the plants' to your tasks"), "."],
    ["As you asked, ", made("I added a task"), " for it."],
    [made("I put it on your list of tasks"), " and looked at your day."],
    ["First I checked your calendar; then ", made("I created the event"), "."],
    [made("I've scheduled 'Quiet hour'"), " for you."],
    [
      "The task ",
      act("has been created", [
        "has been deleted",
        "has been completed",
        "has been shared",
        "has been moved",
      ]),
      ".",
    ],
    [
      "The reply to Ingrid ",
      act("is proposed to you", [
        "has been sent",
        "was sent just now",
        "has now been delivered and was sent",
      ]),
      ".",
    ],
    [
      "The mail ",
      act("waits for your approval", ["has been sent", "is now sent", "has already been forwarded"]),
      ".",
    ],
    [
      act("Ready for you to look at", [
        "Done",
        "All done",
        "Sent",
        "Everything is deleted",
        "It's been moved",
        "It has been sent",
        "Consider it sent",
      ]),
      ".",
    ],
  ]);
}
