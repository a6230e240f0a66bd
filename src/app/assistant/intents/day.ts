import { briefings } from "#features/daily-ops/briefings.ts";
import { news } from "#features/daily-ops/news.ts";
import { notifications } from "#features/daily-ops/notifications.ts";
import { traffic } from "#features/daily-ops/traffic.ts";
import { weather } from "#features/daily-ops/weather.ts";
import { integrations } from "#features/integrations/integrations.ts";
import { parseMoment } from "#platform/time/parse-moment.ts";
import { dashboard } from "../../dashboard/dashboard.ts";
import { joinWords, momentOf, plural } from "../format-answer.ts";
import type { Intent } from "../intent.ts";
import { dayAhead, offerOf, placesOf } from "./day-offers.ts";

const briefing: Intent = {
  name: "briefing.today",
  area: "day",
  phrases: [
    "(what have i|what did i) (missed|miss) [today|so far]",
    "(what is|is there) [anything] (new|important) [for me] today",
    "(how does|what does) my day look",
    "(is there|what is there) anything [that] i (need|have|ought) to (know|be aware of)",
    "give me [the|a] (rundown|overview|summary) of (my|the) day",

    "(brief me|give me my briefing|give me a briefing)",
    "(show|read|give|tell) [me] [my|the|today] [daily|morning] briefing",
    "[my] [daily|morning] briefing",
    "(what is|what's) (happening|going on|up|new) [today]",
    "(how does|what does) today look [like]",
    "catch me up",
    "what did i miss (while i was away|since yesterday|overnight)",
    "good morning",
  ],
  example: "Give me my briefing",
  async answer(turn) {
    const { briefing: found } = await turn.use(briefings.ofDay, {});
    if (!found)
      return { ...(await dayAhead(turn)), ...offerOf(briefings.generate, "Write today's briefing") };
    return {
      text: found.summary,
      cards: [
        {
          kind: "briefing",
          id: found.id,
          title: "Today's briefing",
          subtitle: found.briefingDate,
          href: "/daily-ops",
        },
      ],
    };
  },
};

const weatherNow: Intent = {
  name: "weather.now",
  area: "day",
  phrases: [
    "(will it|is it going to|is it) (be|get) (cold|warm|hot|sunny|wet|dry|windy|cloudy|nice) [outside] [{when}]",
    "is it going to (rain|snow) [outside] [{when}]",
    "how (cold|warm|hot) is it [outside] [{when}]",
    "(what is|how is) it like outside",
    "(what is|what will be) the weather [{when}]",

    "(how is|what is|what will|how will) [be] the (weather|temperature|forecast) [be] [like] [in|at] [{text}]",
    "[the] (weather|forecast) [in|at|for] [{text}]",
    "(is it|will it|does it) (rain|raining|snow|snowing|be cold|be warm|be sunny|cold|warm|hot|sunny) [outside] [{when}]",
    "(is it|will it|does it) (rain|raining|snow|snowing|be cold|be warm|be sunny|cold|warm|hot|sunny) (in|at) {text}",
    "do i need (an umbrella|a coat|a jacket) [{when}]",
  ],
  example: "How is the weather?",
  async answer(turn) {
    const { items } = await turn.use(weather.list, {});
    if (items.length === 0)
      return (await placesOf(turn)) < 1
        ? { text: "There is no weather to tell yet: add a place in Settings, Locations." }
        : {
            text: "No weather was fetched yet.",
            ...offerOf(weather.refresh, "Fetch the weather of your places"),
          };
    const lines = items
      .slice(0, 4)
      .map(
        ({ location, temperature, condition, kind }) =>
          `${location}: ${temperature} °F, ${condition}${kind === "simulated" ? " (simulated)" : ""}`,
      );
    return {
      text: lines.join("\n"),
      cards: [
        { kind: "page", id: "weather", title: "Weather", subtitle: null, href: "/daily-ops?tab=weather" },
      ],
    };
  },
};

const trafficNow: Intent = {
  name: "traffic.now",
  area: "day",
  phrases: [
    "(are there|is there) [any] (traffic|jams|delays|a jam|congestion) [on my way] [to|home] [{text}]",
    "when (should|must|do) i (leave|go|set off) [for] [{text}]",
    "how (bad|heavy|long) is (the traffic|my commute|the drive|my way)",

    "(how is|what is) [the|my] (traffic|commute|way|drive) [like] [to|home] [{text}]",
    "how long (does it take|is the way|do i need|is the drive|is my commute) [to|home] [{text}]",
    "[the] traffic [to] [{text}]",
    "when do i (have|need) to leave [for] [{text}]",
  ],
  example: "How is the traffic?",
  async answer(turn) {
    const { items } = await turn.use(traffic.list, {});
    if (items.length === 0)
      return (await placesOf(turn)) < 2
        ? { text: "There is no way to tell of yet: add two places in Settings, Locations." }
        : {
            text: "No travel times were fetched yet.",
            ...offerOf(traffic.refresh, "Fetch the travel times between your places"),
          };
    const lines = items
      .slice(0, 4)
      .map(
        ({ routeName, currentDuration, trafficCondition, kind }) =>
          `${routeName}: ${currentDuration} min, ${trafficCondition.toLowerCase()} traffic${kind === "simulated" ? " (simulated)" : kind === "estimate" ? " (estimated)" : ""}`,
      );
    return {
      text: lines.join("\n"),
      cards: [
        { kind: "page", id: "traffic", title: "Traffic", subtitle: null, href: "/daily-ops?tab=traffic" },
      ],
    };
  },
};

const newsNow: Intent = {
  name: "news.now",
  area: "day",
  phrases: [
    "what (happened|is happening) in the world [today]",
    "(what is|anything) (new|happening) in the (news|world)",
    "(show|read|give|tell) [me] [the] (top|latest|main|today) (stories|news|headlines)",

    "(what is|what are|show|show me|read|read me|tell me|give me) [in] [the|my] [latest|today] (news|headlines)",
    "[the|my] [latest] (news|headlines)",
    "what is (in the news|going on in the world)",
    "any news",
  ],
  example: "What is in the news?",
  async answer(turn) {
    const { items } = await turn.use(news.list, {});
    if (items.length === 0)
      return { text: "There are no news yet. Daily Operations fetches them from the feeds that you choose." };
    const simulated = items[0]?.kind === "simulated" ? " (simulated)" : "";
    return {
      text: `Headlines${simulated}: ${joinWords(items.slice(0, 5).map(({ title }) => title))}.`,
      cards: [{ kind: "page", id: "news", title: "News", subtitle: null, href: "/daily-ops?tab=news" }],
    };
  },
};

const notices: Intent = {
  name: "notifications.unread",
  area: "day",
  phrases: [
    "(what|which) notifications (do i have|are new|are there|came in|did i get)",
    "(is there|do i have) anything new [for me]",

    "(am i|was i) [being] notified (about|of) anything",
    "what (am i|was i) notified (about|of)",
    "(show|list|read|check|what are) [me] [all] [my|the] [unread|new] (notifications|alerts|notices)",
    "(do i have|are there|any) [any] [unread|new] (notifications|alerts|notices)",
    "[my] notifications",
  ],
  example: "Show my notifications",
  async answer(turn) {
    const { items } = await turn.use(notifications.list, { show: "unread", limit: 6 });
    if (items.length === 0) return { text: "You have no unread notifications." };
    return {
      text: `${plural(items.length, "unread notification")}:\n${items.map(({ title, message }) => (message ? `${title}: ${message}` : title)).join("\n")}`,
      suggestions: ["mark all notifications as read"],
    };
  },
};

const readNotices: Intent = {
  name: "notifications.markAllRead",
  area: "day",
  phrases: [
    "(mark|set) (everything|them all|all of them) [as] (read|seen)",

    "(mark|set) [all] [of] my notifications [as] (read|seen)",
    "(mark|set) all [my] notifications [as] read",
    "(clear|dismiss) [all] [my] notifications",
  ],
  example: "Mark all notifications as read",
  async answer(turn) {
    await turn.use(notifications.markAllRead, {});
    return { text: "All notifications are marked as read.", suggestions: ["undo"] };
  },
};

const alarm: Intent = {
  name: "notifications.create",
  area: "day",
  phrases: [
    "(remind|notify|alert|wake) me (in|at) {date}",

    "(notify|alert|ping|wake) me {date} (to|about|that) {text}",
    "(set|create|make) [me] (an alarm|a notification|an alert|a timer) (for|at|in) {date} [(to|about|that) {text}]",
    "remind me (in|at) {date} (to|about|that) {text}",
  ],
  example: "Notify me in 20 minutes to call Anna",
  async answer(turn, { date = "", text = "Reminder" }) {
    const situation = { now: turn.context.now, timeZone: turn.timeZone };
    const moment =
      parseMoment(date, situation) ??
      parseMoment(`in ${date}`, situation) ??
      parseMoment(`at ${date}`, situation);
    if (!moment)
      return {
        text: `I do not understand when '${date}' is. Say for example 'in 20 minutes' or 'tomorrow at 9'.`,
        isQuestion: true,
      };
    const title = text.charAt(0).toUpperCase() + text.slice(1, 200);
    await turn.use(notifications.create, { title, scheduledFor: moment.at.toISOString() });
    return {
      text: `I will notify you ${momentOf(moment.at, turn.clock)}: '${title}'.`,
      suggestions: ["undo"],
    };
  },
};

const figures: Intent = {
  name: "figures.productivity",
  area: "day",
  phrases: [
    "(am i|have i been) (productive|on top of things|keeping up|on track) [{when}]",
    "how (did|was|were) (i|my work|my days) (do|doing) [{when}]",

    "how (was|did) my (day|week|month) [go]",
    "how productive (was i|am i|have i been) [{when}]",
    "(show|tell) [me] [my] (productivity|statistics|stats|analytics|figures|numbers)",
    "[my] (productivity|statistics|stats|analytics)",
    "how am i doing",
    "how many hours did (i|you) save",
  ],
  example: "How productive was I?",
  async answer(turn) {
    const { days } = await turn.use(dashboard.productivity, { timeZone: turn.timeZone, days: 7 });
    const sum = (key: "created" | "completed") => days.reduce((total, day) => total + day[key], 0);
    return {
      text: `In the last 7 days you completed ${plural(sum("completed"), "task")} and added ${sum("created")}.`,
      cards: [{ kind: "page", id: "analytics", title: "Analytics", subtitle: null, href: "/analytics" }],
    };
  },
};

const connections: Intent = {
  name: "integrations.status",
  area: "day",
  phrases: [
    "(is|are) [my] {text} (syncing|synced|synchronized|in sync|up to date|linked)",
    "(which|what) (accounts|services|calendars|mailboxes) (have i|did i|do i have) (connected|linked|connect|link)",
    "when (was|did) {text} last (synced|sync)",

    "(which|what) (integrations|accounts|services) are connected",
    "(show|list|check) [me] [my|the] (integrations|connections|connected accounts)",
    "is {text} connected",
    "(are|is) [my] (integrations|sync|synchronization) (working|ok|up to date)",
  ],
  example: "Which integrations are connected?",
  async answer(turn) {
    const { items } = await turn.use(integrations.list, {});
    const connected = items
      .filter(({ status }) => status === "connected")
      .map(({ provider }) => provider.replace("_", " "));
    return {
      text: connected.length === 0 ? "No provider is connected yet." : `Connected: ${joinWords(connected)}.`,
      cards: [
        { kind: "page", id: "integrations", title: "Integrations", subtitle: null, href: "/integrations" },
      ],
    };
  },
};

export const dayIntents: readonly Intent[] = [
  briefing,
  weatherNow,
  trafficNow,
  newsNow,
  notices,
  readNotices,
  alarm,
  figures,
  connections,
];
