/** The records of the world in which sentences are tried, each by its key (world.md describes them for people). Times are local. The year has
 * the calendar of 2026 and lies ahead, so that nothing is over by the clock of the database. */

export const NOW = "2037-11-18T09:30";
export const ZONE = "Europe/Vienna";

export const COLLEAGUES = {
  "p-bob": "Bob Carter",
  "p-clara": "Clara Novak",
  "p-david": "David Okonkwo",
  "p-emma": "Emma Lindqvist",
  "p-frank": "Frank Weber",
} as const;

/** Name, address, number, whether a favorite. */
export const CONTACTS = {
  "c-ingrid": ["Ingrid Solberg", "ingrid.solberg@nordlys.test", "+47 22 123 456", true],
  "c-marcus": ["Marcus Feld", "marcus@feld-partner.test", null, false],
  "c-ann": ["Ann Whitaker", "ann.whitaker@orbital.test", null, true],
  "c-priya": ["Priya Raman", "priya@raman-advisory.test", null, false],
  "c-tom": ["Tom Becker", "tom.becker@stahlwerk.test", "+49 201 555 010", false],
  "c-sofia": ["Sofia Marquez", "sofia@marquezdesign.test", null, false],
  "c-hiro": ["Hiro Tanaka", "h.tanaka@tanaka.test", null, false],
  "c-louise": ["Louise Grant", "louise.grant@grantbank.test", null, false],
  "c-maria-l": ["Maria Lopez", "maria.lopez@lopez.test", null, false],
  "c-maria-w": ["Maria Weiss", "maria.weiss@weiss.test", null, false],
  "c-dan": ["Dan Murphy", "dan@murphy.test", null, false],
  "c-helen": ["Helen Koch", "praxis@koch.test", "+43 1 555 0199", false],
} as const;

export const PROJECTS = {
  "pr-lisbon": ["Lisbon office", "2038-01-31"],
  "pr-budget": ["Budget 2027", null],
  "pr-web": ["Website relaunch", null],
} as const;

type TaskLine = readonly [
  title: string,
  priority: "low" | "medium" | "high" | "urgent",
  due: string | null,
  project: keyof typeof PROJECTS | null,
  status: "todo" | "in_progress" | "review" | "completed",
];

export const TASKS: Record<string, TaskLine> = {
  "t-budget": ["Finish the Q1 budget", "high", "2037-11-20T17:00", "pr-budget", "in_progress"],
  "t-report": ["Send the board report to Ann", "urgent", "2037-11-19T12:00", null, "todo"],
  "t-lease": ["Review the Lisbon lease", "high", "2037-11-23T17:00", "pr-lisbon", "todo"],
  "t-movers": ["Get quotes from movers", "medium", null, "pr-lisbon", "todo"],
  "t-internet": ["Order internet for Lisbon", "low", "2037-11-27T17:00", "pr-lisbon", "todo"],
  "t-slides": ["Prepare slides for Nordlys", "high", "2037-11-17T18:00", null, "in_progress"],
  "t-expenses": ["Submit October expenses", "medium", "2037-11-16T17:00", null, "todo"],
  "t-visa": ["Renew the US visa", "medium", "2037-12-15T17:00", null, "todo"],
  "t-feedback": ["Write interview feedback for Jonas", "medium", "2037-11-18T17:00", null, "todo"],
  "t-insurance": ["Compare insurance offers", "low", null, null, "todo"],
  "t-copy": ["Review the website copy", "medium", "2037-11-24T17:00", "pr-web", "review"],
  "t-newsletter": ["Draft the December newsletter", "low", "2037-12-01T17:00", "pr-web", "todo"],
  "t-dentist": ["Book a dentist appointment", "low", null, null, "todo"],
  "t-invoice": ["Pay the Stahlwerk invoice", "urgent", "2037-11-20T12:00", null, "todo"],
  "t-thanks": ["Thank Priya for the introduction", "medium", "2037-11-17T10:00", null, "completed"],
  "t-contract": ["Sign the Tanaka contract", "medium", "2037-11-12T10:00", null, "completed"],
};

type EventLine = readonly [
  title: string,
  from: string,
  to: string,
  attendees?: readonly string[],
  location?: string,
];

export const EVENTS: Record<string, EventLine> = {
  "e-legal": ["Legal call with Marcus", "2037-11-16T14:00", "2037-11-16T15:00"],
  "e-coffee": ["Coffee with Louise", "2037-11-17T09:00", "2037-11-17T09:30"],
  "e-standup": ["Leadership stand-up", "2037-11-18T10:00", "2037-11-18T10:30"],
  "e-lunch": ["Lunch with Ingrid", "2037-11-18T12:30", "2037-11-18T13:30", ["c-ingrid"], "Café Landtmann"],
  "e-dancall": ["Call with Dan", "2037-11-18T15:00", "2037-11-18T15:30"],
  "e-design": ["Design review", "2037-11-18T16:00", "2037-11-18T17:00", ["c-sofia"]],
  "e-kickoff": ["Nordlys kick-off", "2037-11-19T09:00", "2037-11-19T10:30", ["c-ingrid"]],
  "e-bob": ["1:1 with Bob", "2037-11-19T11:00", "2037-11-19T11:30"],
  "e-budget": ["Budget review", "2037-11-19T14:00", "2037-11-19T15:00", ["p-bob", "p-clara"]],
  "e-dinner": ["Dinner with Priya", "2037-11-19T19:00", "2037-11-19T21:00", [], "Steirereck"],
  "e-interview": ["Interview with Jonas Keller", "2037-11-20T09:30", "2037-11-20T10:15"],
  "e-allhands": ["All-hands", "2037-11-20T11:00", "2037-11-20T12:00"],
  "e-flight": ["Flight to Lisbon", "2037-11-20T13:00", "2037-11-20T16:30", [], "Vienna Airport"],
  "e-board": ["Board meeting", "2037-11-23T10:00", "2037-11-23T13:00", ["c-ann", "c-priya"]],
  "e-viewing": [
    "Viewing with Dan Murphy",
    "2037-11-23T15:30",
    "2037-11-23T16:30",
    [],
    "Rua Augusta 12, Lisbon",
  ],
  "e-tanaka": ["Call with Hiro Tanaka", "2037-11-24T08:00", "2037-11-24T08:45"],
  "e-supplier": ["Supplier day", "2037-11-27T10:00", "2037-11-27T16:00"],
};

export const OFFSITE = ["Strategy offsite", "2037-11-25", "2037-11-27"] as const;

export const DECISIONS = {
  "v-office": [
    "Open the Lisbon office in March",
    "2037-11-19T18:00",
    { "p-bob": "approve", "p-clara": "approve" },
  ],
  "v-bonus": ["Bonus pool of three percent", "2037-11-30T18:00", { ada: "approve" }],
  "v-payroll": [
    "Switch the payroll vendor",
    null,
    { ada: "approve", "p-bob": "approve", "p-clara": "approve" },
  ],
} as const;

type DocumentLine = readonly [title: string, category: string, content: string];

export const DOCUMENTS: Record<string, DocumentLine> = {
  "doc-lease": [
    "Lisbon lease",
    "contracts",
    "Lease of the office in Rua Augusta 12, Lisbon. The rent is 4,800 euros a month. The lease begins on 1 April 2025 and ends on 31 March 2030. The notice period is 12 months.",
  ],
  "doc-budget": [
    "Budget 2027 draft",
    "reports",
    "Budget 2027, draft. We plan revenue of 6.2 million euros. We want to hire 14 people. The marketing budget is 410,000 euros.",
  ],
  "doc-deck": ["Nordlys pitch", "presentations", "Pitch for Nordlys. Why Aldermoor: faster, local, proven."],
  "doc-minutes": [
    "Board minutes October",
    "meeting-notes",
    "Minutes of the board meeting in October. Clara will present the hiring plan in November. The board approved the Lisbon office.",
  ],
  "doc-bill": [
    "Stahlwerk invoice 2026-118",
    "invoices",
    "Invoice 2026-118 of Stahlwerk. The amount is 12,450 euros, due on 20 November 2026.",
  ],
  "doc-nda": ["Tanaka NDA", "contracts", "Non-disclosure agreement with Tanaka. It runs for five years."],
  "doc-handbook": [
    "Employee handbook",
    "general",
    "Employees have 25 days of holiday a year. Expenses have to be submitted by the 10th of the next month.",
  ],
  "doc-survey": [
    "Customer survey results",
    "research",
    "We received 212 answers. 62 % of the customers are very satisfied.",
  ],
};
