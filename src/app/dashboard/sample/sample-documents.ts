import type { DocumentCategory } from "#features/documents/model.ts";
import type { Seeded } from "./seeded.ts";

export type SampleDocument = {
  title: string;
  fileName: string;
  category: DocumentCategory;
  tags: string[];
  text: string;
  isFavorite: boolean;
  isShared: boolean;
  aiSummary: string | null;
};

type Series = {
  category: DocumentCategory;
  tags: string[];
  titles: string[];
  text: (title: string, random: Seeded) => string;
};

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const CLIENTS = [
  "Norrvatten",
  "Vale River Authority",
  "Acquadolce",
  "Stadtwerke Ahlen-Süd",
  "Águas do Lima",
  "Skarholm Vatten",
  "Ribera del Sil",
];
const SUPPLIERS = [
  "Kestrel Freight",
  "Osprey Analytics",
  "Tejo Labs",
  "Mizutech",
  "Marchetti Design",
  "Brightwell Bank",
  "Quillfeather LLP",
];
const TOWNS = [
  "Porto",
  "Mill Lane",
  "Lake Ekeby",
  "Ahlen",
  "Ponte de Lima",
  "Turin North",
  "Skarholm",
  "Osaka Bay",
];

/** Categories whose documents are PDF files. */
const PRINTED = new Set(["contracts", "invoices", "presentations", "proposals"]);

/** The document hub of the sample: 156 documents of eight types in all ten categories. */
export function sampleDocuments(random: Seeded): SampleDocument[] {
  return SERIES.flatMap((series) => series.titles.map((title) => documentOf(series, title, random)));
}

function documentOf({ category, tags, text }: Series, title: string, random: Seeded): SampleDocument {
  const body = `${title}\n${"=".repeat(title.length)}\n\n${text(title, random)}\n`;
  const isSummarised = random.between(1, 3) === 1;
  return {
    title,
    fileName: `${title
      .toLowerCase()
      .normalize("NFD")
      .replaceAll(/\p{M}/gu, "")
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "")}${PRINTED.has(category) ? ".pdf" : ".txt"}`,
    category,
    tags,
    text: body,
    isFavorite: random.between(1, 12) === 1,
    isShared: random.between(1, 6) === 1,
    aiSummary: isSummarised ? (body.split("\n\n")[1]?.split("\n")[0] ?? null) : null,
  };
}

const SERIES: readonly Series[] = [
  {
    category: "reports",
    tags: ["monthly", "finance"],
    titles: MONTHS.flatMap((month) => [`Management report ${month}`, `Service report ${month}`]),
    text: (title, random) => {
      const revenue = (random.between(380, 470) / 100).toFixed(2);
      return title.startsWith("Management")
        ? `Revenue ${revenue} m, ${random.between(1, 6)} % above the same month of last year.\nGross margin ${(random.between(392, 421) / 10).toFixed(1)} %, orders in hand ${random.between(7, 11)} weeks.\n\nWhat went well: deliveries on time at ${random.between(93, 98)} %.\nWhat did not: freight cost ${random.between(3, 9)} % more than planned.\nWhat we do about it: see the margin programme, lines 3 to 5.`
        : `${random.between(41, 88)} service calls, ${random.between(88, 97)} % solved at the first contact.\nMedian time until a person answered: ${random.between(38, 95)} seconds.\n\nMost frequent cause: ${random.pick(["dirty optical windows", "loose connectors", "expired SIM cards", "thresholds set too tight"])}.\nPraise worth reading aloud: "${random.pick(["They called before we did.", "An hour on a Sunday, and friendly.", "The guide finally has pictures."])}"`;
    },
  },
  {
    category: "invoices",
    tags: ["paid"],
    titles: SUPPLIERS.flatMap((name) =>
      ["I", "II", "III", "IV"].map((quarter) => `Invoice ${name}, quarter ${quarter}`),
    ),
    text: (_, random) =>
      `Amount due: ${(random.between(140_000, 2_980_000) / 100).toFixed(2)} EUR, payable within 30 days.\n\nPosition 1: services as agreed, ${random.between(4, 40)} units\nPosition 2: travel and freight\n\nChecked by Maya Lindqvist; bank details compared with the master record.`,
  },
  {
    category: "contracts",
    tags: ["signed"],
    titles: [
      ...CLIENTS.map((name) => `Service contract ${name}`),
      ...SUPPLIERS.map((name) => `Supply contract ${name}`),
      "Lease of the Lisbon lab",
      "Framework contract, draft for Norrvatten",
    ],
    text: (title, random) =>
      `${title}: term ${random.between(2, 5)} years, renewed by 12 months unless ended in writing ${random.pick([60, 90, 180])} days before.\n\n1. Scope. As described in annex A.\n2. Service levels. Answer within ${random.pick([2, 4, 8])} hours, on site within ${random.pick([24, 48])} hours.\n3. Liability. Capped at ${random.pick([100, 150, 200])} % of the annual fees, except for intent and gross negligence.\n4. Data. Stays in the country of the client and is returned at the end.\n5. Exit. ${random.between(3, 6)} months of help at the agreed day rate.`,
  },
  {
    category: "meeting-notes",
    tags: ["minutes"],
    titles: [
      ...MONTHS.map((month) => `Leadership meeting ${month}`),
      ...["first", "second", "third", "fourth"].map((quarter) => `Board meeting, ${quarter} quarter`),
      "Audit committee, spring",
      "Audit committee, autumn",
      "Kick-off Norrvatten",
      "Works council, summer",
      "Design review, housing",
      "Retrospective of firmware 4.1",
    ],
    text: (_, random) =>
      `Decided: ${random.pick(["the second source gets 40 % of the boards", "prices for spare parts rise by 3 %", "Lisbon opens in spring", "4.2 ships in three steps", "no bonus without the safety target"])}.\n\nPresent: ${random.between(5, 9)} people. Duration: ${random.between(35, 95)} minutes.\n\nTo do: ${random.pick(["Jonas", "Maya", "Priya", "Elena"])} brings numbers next time; ${random.pick(["Amara", "Tomás", "Daniel"])} writes to the client by Friday.\nOpen: ${random.pick(["the date of the audit", "who speaks at the fair", "what we do with generation 1", "the budget for apprentices"])}.`,
  },
  {
    category: "research",
    tags: ["field test", "sensors"],
    titles: [
      ...TOWNS.map((town) => `Field test ${town}`),
      "Drift in optical chlorine probes",
      "Algae warning, season one",
      "Battery life in cold water",
      "Cleaning intervals compared",
      "Turbidity alarms against the laboratory",
      "Survey of duty officers",
    ],
    text: (_, random) =>
      `The alarm came ${random.between(9, 41)} minutes before the laboratory confirmed it (median of ${random.between(11, 64)} events).\n\nMethod: two probes side by side, a sample by hand every six hours, ${random.between(19, 180)} days.\nResult: drift ${(random.between(4, 21) / 10).toFixed(1)} % a month before and ${(random.between(1, 6) / 10).toFixed(1)} % after correction.\nLimits: one site, one season, water between ${random.between(3, 8)} and ${random.between(15, 22)} °C.`,
  },
  {
    category: "legal",
    tags: ["compliance"],
    titles: [
      "Privacy notice of the portal",
      "Incident reporting procedure",
      "Supplier code of conduct",
      "Delegation of authority",
      "Retention periods",
      "Trademark certificate Aldermoor",
      "Patent application, self-cleaning window",
      "Confidentiality agreement Mizutech",
      "Confidentiality agreement Osprey",
      "Register of processing",
      "Export classification of probes",
      "Opinion on clause 11",
    ],
    text: (title) =>
      `${title}: in force, reviewed once a year by the general counsel.\n\nPurpose. To say in plain words what we do and what we do not do.\nWho is responsible. The head of the area; the general counsel answers questions.\nWhat to do in doubt. Ask before acting. Nobody is blamed for a question.`,
  },
  {
    category: "presentations",
    tags: ["slides"],
    titles: [
      "Board pack, draft",
      "Board pack, final",
      "Keynote for the water fair",
      "Pilot results for Norrvatten",
      "Company in ten slides",
      "Strategy day, where we play",
      "Product bets",
      "Results of the survey",
      "Lisbon plan",
      "Welcome day",
      "Investor update, autumn",
      "Safety briefing for visitors",
    ],
    text: (title, random) =>
      `${title}, speaker notes.\n\n1. Start with the story of the night at Mill Lane (${random.between(2, 3)} minutes).\n2. One number: ${random.between(21, 29)} minutes earlier than the laboratory.\n3. What it costs, what it saves.\n4. What we ask for.\n\nDo not read the slides aloud. Leave time for questions.`,
  },
  {
    category: "marketing",
    tags: ["brochure"],
    titles: [
      "Brochure, drinking water",
      "Brochure, rivers and lakes",
      "Case study Vale River",
      "Case study Porto",
      "Film script, the night shift",
      "Press release on the pilot",
      "Texts of the new website",
      "Customer day, programme",
      "Style guide",
      "Photo list of the fair",
    ],
    text: (title, random) =>
      `${title}. Tone: calm, exact, no superlatives.\n\n"The alarm came before the phone call." Plant manager, after ${random.between(4, 26)} months with Aldermoor.\n\nFacts we may use: ${random.between(610, 660)} people, ${random.between(19, 24)} countries, probes in ${random.between(2100, 2400)} places.\nFacts we may not use: names of stations.`,
  },
  {
    category: "proposals",
    tags: ["sales"],
    titles: [
      ...CLIENTS.map((name) => `Proposal for ${name}`),
      "Proposal for the pension fund",
      "Tender of Águas do Lima, answers",
      "Distribution in Japan",
    ],
    text: (_, random) =>
      `We propose ${random.between(6, 60)} stations at ${random.between(1900, 2600)} EUR a year each, service included.\n\nWhy us: earlier alarms, a person who answers, data that stays with you.\nPlan: survey in week 1, installation from week ${random.between(4, 7)}, training in week ${random.between(8, 10)}.\nFirst year of service at half rate if signed this quarter.`,
  },
  {
    category: "general",
    tags: ["reference"],
    titles: [
      "Organisation chart",
      "Phone list for emergencies",
      "Travel policy",
      "Canteen, what we asked for",
      "Parking deck, charging points",
      "Guide for new colleagues",
      "Wireless network for guests",
      "Seating plan of hall 2",
    ],
    text: (title) =>
      `${title}, kept up to date by Daniel Cho.\n\nIf something here is wrong, change it yourself and tell Daniel afterwards.`,
  },
];
