import type { morningBriefings, newsArticles } from "./tables.ts";

type NewBriefing = typeof morningBriefings.$inferInsert;

export const aBriefing = (
  fields: Partial<NewBriefing> & Pick<NewBriefing, "userId" | "briefingDate">,
): NewBriefing => ({
  summary: "Three meetings and one deadline.",
  tasksSummary: { total: 3, completed: 1, overdue: 0, high_priority: 1 },
  calendarSummary: { total_events: 3, meetings: 3, deadlines: 1 },
  emailSummary: { total: 12, unread: 4, urgent: 1 },
  ...fields,
});

type NewArticle = typeof newsArticles.$inferInsert;

export const anArticle = (fields: Partial<NewArticle> & Pick<NewArticle, "userId">): NewArticle => ({
  title: "Boards ask for shorter papers",
  content: "Most directors would trade length for a page of figures.",
  summary: "Board packs have grown by a third.",
  url: "https://news.example/boards",
  publishedAt: new Date(),
  category: "Leadership",
  relevanceScore: 0.8,
  ...fields,
});
