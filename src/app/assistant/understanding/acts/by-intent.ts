import type { Slots } from "../../intent.ts";
import { INTENTS } from "../../intents.ts";
import type { Act, Roles } from "../act.ts";

/** Frames that are answered as the sentences of an intent are: its name, and its slots from the roles. */
const SAME: Readonly<Record<string, readonly [intent: string, slots?: (roles: Roles) => Slots]>> = {
  "tasks.next": ["tasks.next"],
  "tasks.done": ["tasks.completed", ({ when }) => ({ when })],
  "projects.list": ["projects.list"],
  "projects.progress": ["projects.progress", ({ item }) => ({ item })],
  "events.next": ["events.next"],
  "events.hours": ["events.load", ({ when }) => ({ when })],
  "emails.summarize": ["emails.summarize", ({ item }) => ({ item })],
  "templates.list": ["templates.list"],
  "documents.summarize": ["documents.summary", ({ item }) => ({ item })],
  "documents.dates": ["documents.dates", ({ item }) => ({ item })],
  "weather.now": ["weather.now", ({ when, place }) => ({ when, text: place })],
  "traffic.now": ["traffic.now", ({ place }) => ({ text: place })],
  "news.now": ["news.now"],
  "briefing.today": ["briefing.today"],
  "needs.list": ["attention.list"],
  "notifications.list": ["notifications.unread"],
  "figures.productivity": ["figures.productivity", ({ when }) => ({ when })],
  "help.abilities": ["assistant.help"],
  "chat.thanks": ["assistant.thanks"],
  "chat.greeting": ["assistant.greeting"],
};

export const ACTS_BY_INTENT: Readonly<Record<string, Act>> = Object.fromEntries(
  Object.entries(SAME).map(([frame, [name, slotsOf = () => ({})]]) => {
    const act: Act = (turn, roles) => {
      const intent = INTENTS.find((each) => each.name === name);
      if (!intent) throw new Error(`No intent is called ${name}`);
      return intent.answer(turn, slotsOf(roles));
    };
    return [frame, act];
  }),
);
