import { and, desc, eq, ilike, isNull } from "drizzle-orm";
import { formatFullMoment } from "#platform/time/format-in-zone.ts";
import { AREAS, type Intent, type Turn } from "../intent.ts";
import { memories } from "../memories.ts";
import { MAX_MEMORY } from "../model.ts";
import { assistantMemories } from "../tables.ts";

/** The areas by the navigation's words (decision 0151). */
export const PAGES: readonly (readonly [words: RegExp, title: string, href: string])[] = [
  [/^(dashboard|home|start|start page|overview)$/i, "Dashboard", "/"],
  [/^(tasks?|todos?|to-dos?|projects?)$/i, "Tasks", "/tasks"],
  [/^(e-?mails?|mails?|inbox|mailbox)$/i, "Email", "/email"],
  [/^(calendar|agenda|schedule|events)$/i, "Calendar", "/calendar"],
  [/^(documents?|files?|docs)$/i, "Documents", "/documents"],
  [/^(team|workspaces?|decisions?|team collaboration)$/i, "Team", "/team"],
  [/^(chats?|messages|communication|contacts|calls|conversations?)$/i, "Communication", "/communication"],
  [/^(daily ops|daily operations|briefings?|weather|news|traffic)$/i, "Daily Ops", "/daily-ops"],
  [/^(integrations?|integration hub|connections)$/i, "Integrations", "/integrations"],
  [/^(settings?|preferences|profile|my profile)$/i, "Settings", "/settings"],
  [/^(analytics|statistics|stats|figures)$/i, "Analytics", "/analytics"],
  [/^(quick actions|actions)$/i, "Quick Actions", "/quick-actions"],
];

const openPage: Intent = {
  name: "pages.open",
  area: "assistant",
  phrases: [
    "(i want|i would like|let us|take me) to (see|go to|visit) [the|my] {page} (page|tab|area)",
    "(get|pull) up [the|my] {page} (page|tab|area)",

    "(go|take me|bring me|jump|switch|navigate) to [the|my] {page} [page|tab|area]",
    "open [up] [the|my] {page} [page|tab|area]",
    "(show|show me) [the|my] {page} page",
    "where (is|are) [the|my] {page}",
  ],
  example: "Go to the calendar",
  async answer(_turn, { page = "" }) {
    const found = PAGES.find(([words]) => words.test(page));
    if (!found)
      return {
        text: `There is no page called '${page}'.`,
        isQuestion: true,
        suggestions: ["go to the calendar", "go to tasks"],
      };
    const [, title, href] = found;
    return { text: `${title} is here.`, cards: [{ kind: "page", id: href, title, subtitle: null, href }] };
  },
};

const help: Intent = {
  name: "assistant.help",
  area: "assistant",
  phrases: [
    "(what|which) (commands|things|sentences) (do you know|can i say|do you understand)",
    "(how|in what way) (can|could|do) (you|i) (help|use you|assist|use this) [me]",

    "help [me]",
    "what can (you|i) (do|say|ask)",
    "what (do you|can you) (understand|know)",
    "how (do you|does this) work",
    "who are you",
    "what are you",
  ],
  example: "What can you do?",
  async answer() {
    return {
      text: "I answer from your own data and carry out what you say: tasks and projects, calendar, email, documents, decisions, contacts and messages, briefing, weather, traffic and news. What leaves this place or deletes something waits for your approval. Say for example:",
      suggestions: AREAS.map((area) => HELP[area]),
    };
  },
};

const HELP: Record<(typeof AREAS)[number], string> = {
  tasks: "what is due this week?",
  calendar: "am I free tomorrow?",
  email: "any unread emails?",
  people: "who is online?",
  documents: "show my recent documents",
  team: "what do I have to vote on?",
  day: "give me my briefing",
  assistant: "remember that I fly on Fridays",
};

const greeting: Intent = {
  name: "assistant.greeting",
  area: "assistant",
  phrases: [
    "(hello|hi|hey|good afternoon|good evening|greetings) [there|adjutant|assistant]",
    "how are you [today|doing]",
  ],
  example: "Hello",
  async answer(turn) {
    const name = turn.context.actor.fullName.split(" ")[0] ?? "";
    return {
      text: `Hello ${name}. What can I do for you?`,
      suggestions: ["what should I do next?", "what is on my calendar today?"],
    };
  },
};

const thanks: Intent = {
  name: "assistant.thanks",
  area: "assistant",
  phrases: [
    "(you are|that is|that was) (great|helpful|perfect|very helpful|very kind|nice) [thanks]",

    "(thanks|thank you|thx|great|perfect|good job|well done|nice|cool|ok|okay) [a lot|very much|so much] [adjutant]",
    "never mind",
    "nevermind",
    "that is all [for now]",
    "goodbye",
    "bye",
    "good night",
  ],
  example: "Thank you",
  async answer() {
    return { text: "Always." };
  },
};

const clock: Intent = {
  name: "assistant.clock",
  area: "assistant",
  phrases: [
    "(tell|give) me the (time|date|day) [please]",
    "which (day|date|week|month) (is it|is today|do we have) [today|now]",
    "what (week|month|year) is it",

    "what (time|day|date) is it [now|today]",
    "what is the (time|date|day) [now|today]",
    "what is today's date",
    "what day is today",
  ],
  example: "What day is it?",
  async answer(turn) {
    return { text: `It is ${formatFullMoment(turn.context.now, turn.clock)}.` };
  },
};

const own = ({ context }: Turn) =>
  and(eq(assistantMemories.userId, context.actor.userId), isNull(assistantMemories.deletedAt));

const remember: Intent = {
  name: "memories.create",
  area: "assistant",
  phrases: [
    "(i want|i would like) you to (remember|know|keep in mind) that {text}",
    "make a note that {text}",

    "(note|fyi|for the record): {text}",
    "(fyi|for the record|bear in mind) [that] {text}",
    "(remember|keep in mind|note|memorize|memorise|do not forget|don't forget) that {text}",
    "(remember|keep in mind): {text}",
  ],
  example: "Remember that I fly on Fridays",
  async answer(turn, { text = "" }) {
    const { content } = await turn.use(memories.create, { content: text.slice(0, MAX_MEMORY) });
    return { text: `I keep in mind: '${content}'.`, suggestions: ["what do you remember?"] };
  },
};

const recall: Intent = {
  name: "memories.list",
  area: "assistant",
  phrases: [
    "what have you (remembered|kept|stored|noted|learned|learnt) [about me]",
    "what (is|do you have) in your memory",

    "what do you (remember|know) [about (me|{text})]",
    "(show|list) [me] [your|my] (memories|memory|notes about me)",
    "what did i (tell|ask) you to remember [about {text}]",
  ],
  example: "What do you remember?",
  async answer(turn, { text }) {
    const about = text
      ? ilike(assistantMemories.content, `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`)
      : undefined;
    const found = await turn.context.db
      .select({ content: assistantMemories.content })
      .from(assistantMemories)
      .where(and(own(turn), about))
      .orderBy(desc(assistantMemories.createdAt), desc(assistantMemories.id))
      .limit(20);
    if (found.length === 0) return { text: "I was not asked to keep anything in mind about that." };
    return { text: found.map(({ content }) => `• ${content}`).join("\n") };
  },
};

const forget: Intent = {
  name: "memories.delete",
  area: "assistant",
  phrases: [
    "(do not|stop) (remember|remembering|keep|keeping) that {text}",
    "forget that {text}",
    "forget about {text}",
  ],
  example: "Forget that I fly on Fridays",
  async answer(turn, { text = "" }) {
    const found = await turn.context.db
      .update(assistantMemories)
      .set({ deletedAt: turn.context.now })
      .where(and(own(turn), ilike(assistantMemories.content, `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`)))
      .returning({ content: assistantMemories.content });
    return {
      ...(found.length === 0 && { isQuestion: true }),
      text:
        found.length === 0
          ? `I keep nothing in mind that says '${text}'.`
          : `Forgotten: ${found.map(({ content }) => `'${content}'`).join(", ")}.`,
    };
  },
};

export const generalIntents: readonly Intent[] = [
  openPage,
  help,
  greeting,
  thanks,
  clock,
  remember,
  recall,
  forget,
];
