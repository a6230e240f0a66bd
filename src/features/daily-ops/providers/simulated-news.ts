import { type ArticleReading, NEWS_LIMIT, type NewsProvider } from "../model.ts";

type Story = Pick<ArticleReading, "title" | "summary" | "content" | "category" | "tags"> & { slug: string };

/** Used without a feed: sample stories about nobody real, with URLs that cannot exist. */
export const simulatedNews = (random: () => number): NewsProvider => ({
  readNews: async (now) =>
    shuffled(STORIES, random)
      .slice(0, NEWS_LIMIT)
      .map(({ slug, ...story }) => ({
        ...story,
        url: `https://news.example/${slug}`,
        publishedAt: new Date(now.getTime() - Math.floor(random() * 36 * 60) * 60_000),
        relevanceScore: Math.round((0.3 + random() * 0.69) * 100) / 100,
        reason: null,
        source: null,
        kind: "simulated" as const,
      })),
});

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

const STORIES: readonly Story[] = [
  {
    slug: "quiet-quarter-for-shipping-rates",
    title: "Shipping rates settle after a restless quarter",
    summary: "Container prices on the main routes moved by less than two per cent for six weeks in a row.",
    content:
      "Container prices on the main routes moved by less than two per cent for six weeks in a row. Forwarders say that contracts are being signed for longer terms again, and that planners have begun to order closer to need.",
    category: "Markets",
    tags: ["logistics", "prices"],
  },
  {
    slug: "boards-ask-for-shorter-papers",
    title: "Boards ask for shorter papers and earlier numbers",
    summary: "A survey of company secretaries finds that board packs have grown by a third in five years.",
    content:
      "A survey of company secretaries finds that board packs have grown by a third in five years. Most directors would trade length for a page of figures a week ahead of the meeting.",
    category: "Leadership",
    tags: ["board", "governance"],
  },
  {
    slug: "four-day-hiring-loops",
    title: "Hiring loops shrink to four days where interviews are planned as one block",
    summary: "Firms that decide within a week lose half as many candidates, a study of 400 teams reports.",
    content:
      "Firms that decide within a week lose half as many candidates, a study of 400 teams reports. The change that mattered most was putting all interviews into one block with a decision meeting at its end.",
    category: "Leadership",
    tags: ["hiring", "people"],
  },
  {
    slug: "grid-batteries-pass-a-mark",
    title: "Grid batteries pass a mark that planners expected for next year",
    summary: "Storage connected this spring covers an evening's peak in three regions.",
    content:
      "Storage connected this spring covers an evening's peak in three regions. Operators now bid for the hours around sunset, which has flattened prices there.",
    category: "Energy",
    tags: ["storage", "grid"],
  },
  {
    slug: "small-models-on-own-servers",
    title: "Companies move routine text work to small models on their own servers",
    summary: "Cost and confidentiality are named ahead of speed as the reasons.",
    content:
      "Cost and confidentiality are named ahead of speed as the reasons. Summaries, sorting and first drafts are the most common uses; anything that leaves the house still passes a person.",
    category: "Technology",
    tags: ["ai", "privacy"],
  },
  {
    slug: "passkeys-in-the-office",
    title: "Passkeys reach the office: help desks report fewer locked accounts",
    summary: "Where passwords became optional, calls about sign-in fell by more than half.",
    content:
      "Where passwords became optional, calls about sign-in fell by more than half. The remaining calls are mostly about lost devices, for which most firms now keep a second key in a safe.",
    category: "Technology",
    tags: ["security", "sign-in"],
  },
  {
    slug: "customs-forms-become-one",
    title: "Two customs forms become one from next spring",
    summary: "Exporters to the region will declare origin and value in a single filing.",
    content:
      "Exporters to the region will declare origin and value in a single filing. Software vendors have until the turn of the year to show that they can send it.",
    category: "Policy",
    tags: ["trade", "regulation"],
  },
  {
    slug: "payment-terms-rule",
    title: "A rule on payment terms reaches mid-sized suppliers",
    summary: "Invoices to large buyers will fall due after 45 days unless both sides sign otherwise.",
    content:
      "Invoices to large buyers will fall due after 45 days unless both sides sign otherwise. Finance teams expect working capital to move by several days.",
    category: "Policy",
    tags: ["finance", "regulation"],
  },
  {
    slug: "rail-night-service",
    title: "Night trains return on two business routes",
    summary: "Departures after nine and arrivals before eight are meant for travellers with one meeting.",
    content:
      "Departures after nine and arrivals before eight are meant for travellers with one meeting. Compartments with a desk are sold first, the operator says.",
    category: "Travel",
    tags: ["rail", "travel"],
  },
  {
    slug: "airport-security-lanes",
    title: "New lanes cut the wait at three airports to under ten minutes",
    summary: "Liquids and laptops stay in the bag where scanners read them there.",
    content:
      "Liquids and laptops stay in the bag where scanners read them there. The airports publish the wait by the minute, which has spread arrivals over the morning.",
    category: "Travel",
    tags: ["airports", "travel"],
  },
  {
    slug: "meeting-free-mornings",
    title: "Meeting-free mornings hold up after a year",
    summary: "Teams that kept them finished more of what they planned, most of all on Mondays.",
    content:
      "Teams that kept them finished more of what they planned, most of all on Mondays. Those that gave them up named customers in other time zones as the reason.",
    category: "Work",
    tags: ["meetings", "focus"],
  },
  {
    slug: "office-space-by-the-day",
    title: "Office space is rented by the day more often than by the year",
    summary: "Operators of shared floors report that Tuesdays are full and Fridays half empty.",
    content:
      "Operators of shared floors report that Tuesdays are full and Fridays half empty. Prices by the day now follow demand, as hotel rooms do.",
    category: "Work",
    tags: ["offices", "cities"],
  },
  {
    slug: "water-sensors-pay-back",
    title: "Sensors in water networks pay back within two winters",
    summary: "Utilities that listen for leaks lose a fifth less, a comparison of 40 networks shows.",
    content:
      "Utilities that listen for leaks lose a fifth less, a comparison of 40 networks shows. The cost lies in the visits, so that planning of routes matters as much as the devices.",
    category: "Energy",
    tags: ["sensors", "water"],
  },
  {
    slug: "interest-rates-on-hold",
    title: "Rates stay where they are, and lenders look to autumn",
    summary: "The decision was expected; the wording on wages was new.",
    content:
      "The decision was expected; the wording on wages was new. Treasurers have begun to fix the rates of loans that fall due next year.",
    category: "Markets",
    tags: ["rates", "finance"],
  },
];
