import { formatAmount } from "#platform/numbers/format-number.ts";
import type { SampleMail } from "./inbox-mail.ts";
import type { Seeded } from "./seeded.ts";

/** A message and how many days ago it arrived. */
export type DatedMail = SampleMail & { daysAgo: number };

/** Recurring mail: reports, invoices, notices. `dayName(n)` names the day n days ago. */
export function recurringMail(random: Seeded, dayName: (daysAgo: number) => string): DatedMail[] {
  return [
    ...times(22, (n) => productionReport(random, dayName(n + 1), n + 1)),
    ...times(8, (n) => pipelineReport(random, n)),
    ...times(14, (n) => freightInvoice(random, n)),
    ...times(16, (n) => customerFeedback(random, n)),
    ...times(12, (n) => pressReview(random, dayName(n * 2), n * 2)),
    ...times(10, (n) => candidate(n)),
    ...times(8, (n) => serviceNotice(n)),
    ...times(6, (n) => expenseReport(random, n)),
    ...times(6, (n) => travelConfirmation(n)),
  ];
}

const times = (count: number, make: (index: number) => DatedMail) =>
  Array.from({ length: count }, (_, n) => make(n));
const at = <T>(items: readonly T[], index: number): T => items[index % items.length] as T;

const INCIDENTS = [
  "No stops over five minutes.",
  "Line 3 stood for 40 minutes: a reel of gaskets was out of tolerance and went back to the supplier.",
  "Calibration bench 2 was down until noon, the order of the day was finished by the late shift.",
  "One near miss at the loading dock, nobody hurt; the marking on the floor is being renewed.",
  "The new feeder saved 11 seconds per unit. Shift B asks for a second one.",
];

function productionReport(random: Seeded, day: string, daysAgo: number): DatedMail {
  const units = random.between(1180, 1420);
  const quality = (random.between(985, 998) / 10).toFixed(1);
  return {
    from: "jonas",
    subject: `Production report, ${day}`,
    body: `Units finished: ${units} (plan 1,300)\nFirst-pass quality: ${quality} %\nShipped: ${random.between(18, 42)} orders\n\n${random.pick(INCIDENTS)}\n\nJonas`,
    category: "operations",
    priority: "low",
    daysAgo,
  };
}

const PIPELINE_NOTES = [
  "Norrvatten moved to 'contract'. Two small utilities in Galicia asked for a visit after the fair.",
  "We lost Skarholm to price. I called them: they would come back for the second district.",
  "Four first meetings, one of them with a group that runs nineteen plants.",
  "Renewals are at 97 %. The one we lost was bought by a group that builds its own sensors.",
];

function pipelineReport(random: Seeded, n: number): DatedMail {
  return {
    from: "tomas",
    subject: `Sales pipeline, ${n === 0 ? "this week" : n === 1 ? "last week" : `${n} weeks ago`}`,
    body: `Open opportunities: ${random.between(31, 44)}\nWeighted value: ${(random.between(52, 71) / 10).toFixed(1)} m\nNew this week: ${random.between(2, 7)}\n\n${at(PIPELINE_NOTES, n)}\n\nTomás`,
    category: "sales",
    daysAgo: n * 7 + 1,
  };
}

const ROUTES = ["Hamburg – Porto", "Gdańsk – Turin", "Porto – Rotterdam", "Turin – Lyon", "Hamburg – Oslo"];

function freightInvoice(random: Seeded, n: number): DatedMail {
  const amount = formatAmount(random.between(84_000, 396_000) / 100);
  return {
    from: "oskar",
    subject: `Invoice KF-${20_418 - n * 3}: ${at(ROUTES, n)}`,
    body: `Dear customer,\n\nplease find our invoice for the transport ${at(ROUTES, n)}: ${random.between(4, 22)} pallets, ${amount} EUR, payable within 30 days. Our bank details have not changed.\n\nKestrel Freight, accounts`,
    category: "invoices",
    priority: "low",
    daysAgo: n * 4 + 2,
  };
}

const FEEDBACK = [
  [
    "The app shows yesterday's value first",
    "After opening, the map shows the last value of yesterday for two seconds. It made a colleague call the station for nothing.",
  ],
  [
    "Thank you for the phone support",
    "Your colleague stayed on the phone for an hour on a Sunday until our gateway was back. Please tell her.",
  ],
  [
    "Export for the authority",
    "The monthly export is nearly right. The authority wants a decimal comma and the station number in the first column.",
  ],
  [
    "Battery lasts longer than promised",
    "Probe 11 has been in the river for 26 months with the first battery. You may use this sentence in your brochure.",
  ],
  [
    "Alarm text too long for text messages",
    "The important part, the place, is cut off on our old phones. Can the place come first?",
  ],
  [
    "Wish: note on an acknowledged alarm",
    "We acknowledge and then write by hand who went there. A field for one line would be enough.",
  ],
  [
    "Cleaning brush",
    "The brush for the optical window is excellent, but the screw rusts. We replaced it with stainless steel, size M4.",
  ],
  [
    "Training for new staff",
    "We have three new technicians in January. Is there a course in German or Dutch?",
  ],
] as const;
const UTILITIES = ["Vale River Authority", "Norrvatten", "Stadtwerke Ahlen-Süd", "Águas do Lima"];

function customerFeedback(random: Seeded, n: number): DatedMail {
  const [subject, text] = at(FEEDBACK, n);
  const place = random.pick(UTILITIES);
  return {
    from: n % 2 ? "priya" : "tomas",
    subject: `Feedback from ${place}: ${subject}`,
    body: `Written by the shift at ${place}, passed on as you asked:\n\n"${text}"\n\nStation ${random.between(3, 61)}, reported ${n % 3 === 0 ? "by phone" : "in the app"}.`,
    category: "feedback",
    daysAgo: n * 2 + 1,
  };
}

const HEADLINES = [
  "Parliament debates limits for PFAS in drinking water; utilities ask for time and money",
  "Drought fund: 140 million for leak detection in small networks",
  "Two sensor makers merge; analysts expect price pressure in the low segment",
  "Study: a third of all pipes in the region are older than sixty years",
  "Interview with a plant manager: 'The alarm came before the phone call'",
  "New standard for online measurement published as a draft, comments until March",
];

function pressReview(random: Seeded, day: string, daysAgo: number): DatedMail {
  const lines = [0, 1, 2].map((n) => `• ${at(HEADLINES, daysAgo / 2 + n)}`).join("\n");
  return {
    from: "daniel",
    subject: `Press review, ${day}`,
    body: `${lines}\n\n${random.between(3, 17)} articles read for you. The first one concerns us; the rest is background.`,
    category: "news",
    priority: "low",
    daysAgo,
  };
}

const CANDIDATES = [
  [
    "Beatriz Fonseca",
    "site lead, Lisbon",
    "Eight years in plant operations. Asks good questions about people before she asks about machines.",
  ],
  [
    "Anton Krüger",
    "firmware engineer",
    "Wrote the bootloader of a pacemaker. Calm, exact, wants four days a week.",
  ],
  ["Mei-Lin Zhou", "data scientist", "Forecasts floods for a living. Would bring her own evaluation set."],
  ["Karim Benali", "field technician", "Knows half of our customers from his last job, and they like him."],
  [
    "Rosa Delgado",
    "customer success",
    "Nine years at a water utility: she was the person who got our alarms.",
  ],
  ["Piotr Zieliński", "purchasing", "Saved his last employer 11 % without changing a supplier."],
  [
    "Fiona MacLeod",
    "technical writer",
    "Rewrote our installation guide as a test task. We should print it as it is.",
  ],
  [
    "Samuel Osei",
    "sales engineer",
    "Speaks the language of operators. First job in sales, which shows and does not matter.",
  ],
  ["Lena Hartmann", "controller", "Auditor for six years and tired of it. Strong on plants and stock."],
  [
    "Jakob Nyström",
    "quality manager",
    "Would start in April. References are the best I have heard this year.",
  ],
] as const;

function candidate(n: number): DatedMail {
  const [name, job, text] = at(CANDIDATES, n);
  return {
    from: n % 2 ? "laura" : "elena",
    subject: `Candidate for ${job}: ${name}`,
    body: `${text}\n\nThe profile and the notes of the first interview are in the portal. If you want to meet ${name.split(" ")[0]}, a quarter of an hour is enough.`,
    category: "people",
    daysAgo: n * 3 + 2,
  };
}

const NOTICES = [
  [
    "Backup of the file server completed",
    "Saturday's full backup was restored into the test machine and compared: 100 % equal.",
  ],
  [
    "New device signed in",
    "Somebody signed in to the travel portal from a new phone. If it was you, nothing needs to be done.",
  ],
  ["Certificate of the customer portal renewed", "Valid for another 90 days. No interruption."],
  ["Planned maintenance on Sunday", "The warehouse system is not available on Sunday from 06:00 to 07:30."],
  [
    "Phishing test: 4 of 212 clicked",
    "In spring it was 19. The four have been offered the short training again.",
  ],
  [
    "Meeting room 'Delta' has a new screen",
    "Sound and camera work without a cable. The remote lies in the drawer.",
  ],
  ["Your visitor badge order is ready", "Eleven badges for the student group lie at reception."],
  [
    "Parking deck closed on Thursday",
    "The charging points are being replaced. Please use the yard of hall 2.",
  ],
] as const;

function serviceNotice(n: number): DatedMail {
  const [subject, body] = at(NOTICES, n);
  return {
    from: "jonas",
    subject,
    body: `${body}\n\nIT and facilities`,
    category: "notices",
    priority: "low",
    daysAgo: n * 5 + 1,
  };
}

const TRAVELLERS = [
  "Tomás Ferreira",
  "Priya Raman",
  "Jonas Weber",
  "Elena Petrova",
  "Amara Okafor",
  "Daniel Cho",
];

function expenseReport(random: Seeded, n: number): DatedMail {
  return {
    from: "maya",
    subject: `Expense report to approve: ${at(TRAVELLERS, n)}`,
    body: `${at(TRAVELLERS, n)}, ${random.between(2, 5)} days, ${random.between(310, 1890)} EUR in total. All receipts are there; one dinner is above the limit and explained. Please approve with one click in the portal.`,
    category: "finance",
    daysAgo: n * 6 + 3,
  };
}

const TRIPS = [
  ["Porto", "Tue 07:35 – 10:20, return Wed 18:05", "Hotel by the river, breakfast included"],
  ["Stockholm", "Mon 09:10 – 10:50, return Mon 20:15", "Day trip to Norrvatten, driver waits at arrivals"],
  ["Turin", "Thu 06:55 – 08:40, return Fri 17:30", "Acquadolce booked a room near the plant"],
  ["Copenhagen", "Wed 12:00 – 13:05, return Thu 21:10", "Pension fund, address in the calendar"],
  ["Osaka", "Sun 13:40 – Mon 09:25, return Fri 11:00", "Seat 2A, vegetarian meal"],
  ["London", "Fri 08:20 – 08:45, return Fri 19:50", "Quillfeather, fourth floor, ask for Ian"],
] as const;

function travelConfirmation(n: number): DatedMail {
  const [city, flight, note] = at(TRIPS, n);
  return {
    from: "daniel",
    subject: `Booked: ${city}`,
    body: `${flight}\n${note}\n\nTickets are in your wallet app, the calendar has the times in local time.\n\nDaniel`,
    category: "travel",
    daysAgo: n * 8 + 1,
  };
}
