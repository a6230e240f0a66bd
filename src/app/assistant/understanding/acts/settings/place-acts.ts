import { bookingPages } from "#features/calendar/booking-pages.ts";
import { newsInterests } from "#features/daily-ops/news-interests.ts";
import { locations } from "#features/settings/locations.ts";
import { NUMBER_WORDS } from "#platform/time/number-words.ts";
import { joinWords, plural } from "../../../format-answer.ts";
import type { Turn } from "../../../intent.ts";
import { type Act, asksFor, planOf } from "../../act.ts";
import { capital } from "../../capital.ts";
import { namesIn } from "../../match-words.ts";
import { readDuration } from "../../times/read-duration.ts";
import { between } from "../between.ts";
import { weekdaysIn } from "./read-hours.ts";

const SMALL = /^(?:my|our|the|a|an|mine|me|place|address|another address)$/i;

const createPlace: Act = async (turn, { place, name }) => {
  if (!place) return asksFor("What is its address?");
  const given = name?.replace(/^(?:my|our|the) /i, "").trim();
  const called =
    given && !SMALL.test(given) ? given : (nameBefore(turn.sentence, place) ?? place.split(",")[0] ?? place);
  const input = {
    name: capital(called).slice(0, 200),
    address: place
      .trim()
      .replace(/(?<![.])[.]+$/, "")
      .slice(0, 500),
    locationType: /\bhome\b/i.test(called)
      ? ("home" as const)
      : /\b(?:work|office)\b/i.test(called)
        ? ("work" as const)
        : ("frequent" as const),
  };
  return planOf(locations.create, input, {
    order: `Add the place '${input.name}': ${input.address}`,
    answer: (made) => ({
      text: `'${made.name}' is one of your places: ${made.address}.`,
      suggestions: ["show my places"],
    }),
  });
};

/** 'Workshop, Gudrunstraße 11': the word before the address is its name. */
const nameBefore = (sentence: string, place: string): string | undefined => {
  const before = sentence.slice(0, Math.max(0, sentence.indexOf(place)));
  const [, word] = /([\p{L} ]{2,40})[,:] ?$/u.exec(before) ?? [];
  return word?.trim();
};

const listPlaces: Act = async (turn) => {
  const { items } = await turn.use(locations.list, { limit: 50 });
  if (items.length === 0)
    return { text: "No, you have no places yet. Say for example 'add my home at 12 Harbour Lane'." };
  const words = turn.sentence.toLowerCase();
  const named = items.filter(({ name }) => words.includes(name.toLowerCase()));
  return {
    text: (named.length > 0 ? named : items).map(({ name, address }) => `${name}: ${address}`).join("\n"),
  };
};

const slugOf = (text: string): string =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 60);

/** A page is public from the moment it is there, so that it is proposed. */
const createBooking: Act = async (turn, { title, duration }) => {
  const minutes = readDuration(duration ?? "") ?? readDuration(turn.sentence) ?? 30;
  const [, slug] = /\/book\/([a-z0-9-]{3,60})/i.exec(turn.sentence) ?? [];
  const bare = title
    ?.replace(/ ?\/?book\/\S{0,60}/i, "")
    .replace(/^["'](.+)["']$/, "$1")
    .trim();
  const name = capital(
    bare || `${minutes} minutes with ${turn.context.actor.fullName.split(" ")[0] ?? "me"}`,
  );
  const days = weekdaysIn(turn.sentence);
  const [, most = ""] =
    /\b(\d{1,2}|one|two|three|four|five|six) (?:(?:a|per) day|(?:\w+ )?(?:at most|max))/i.exec(
      turn.sentence,
    ) ?? [];
  const maxPerDay = NUMBER_WORDS[most.toLowerCase()] ?? Number(most);
  const input = {
    title: name.slice(0, 200),
    slug: slug ?? slugOf(`${turn.context.actor.fullName} ${name}`),
    minutes,
    slotMinutes: Math.max(10, Math.min(minutes, 30)),
    ...(days && { days }),
    ...(maxPerDay > 0 && { maxPerDay }),
  };
  return planOf(bookingPages.create, input, {
    order: `Create the booking page '${input.title}' at /book/${input.slug}, ${minutes} minutes`,
  });
};

const listBooking: Act = async (turn) => {
  const { items } = await turn.use(bookingPages.list, { limit: 50 });
  const [one, second] = items;
  const isClosing = /\b(?:close|delete|remove|shut|take down|cancel)\b/i.test(turn.sentence);
  if (!one)
    return isClosing
      ? asksFor("No, you have no booking page. What shall I close?")
      : { text: "No, you have no booking page." };
  if (isClosing) {
    if (second) return asksFor(`Which one: ${joinWords(items.map(({ title }) => `'${title}'`))}?`);
    return planOf(
      bookingPages.update,
      { id: one.id, version: one.version, isOpen: false },
      { order: `Close the booking page '${one.title}'` },
    );
  }
  const lines = items.map(
    ({ title, slug, minutes, isOpen }) =>
      `${title}: /book/${slug}, ${minutes} minutes${isOpen ? "" : " (closed)"}`,
  );
  return { text: [`You have ${plural(items.length, "booking page")}.`, ...lines].join("\n") };
};

const AWAY = /\b(?:drop|remove|delete|enough|stop|no more|not interested|no longer|unfollow|without|less)\b/i;
const INSTEAD = /\b(?:instead of|rather than|in place of) /i;

const interest: Act = async (turn, { topic }) => {
  const { interests } = await turn.use(newsInterests.get, {});
  const instead = between(turn.sentence, INSTEAD, /[.!?]| (?:please|pls)\b/i);
  const isAway = AWAY.test(turn.sentence) && !instead;
  const known = interests.filter((each) => turn.sentence.toLowerCase().includes(each.toLowerCase()));
  const asked = namesIn(cleaned(topic?.split(INSTEAD)[0] ?? "")).filter((each) => each.length > 1);
  const removed = instead
    ? known.filter((each) => instead.toLowerCase().includes(each.toLowerCase()))
    : isAway
      ? known
      : [];
  const added = isAway
    ? []
    : asked.filter((each) => !interests.some((one) => one.toLowerCase() === each.toLowerCase()));
  if (isAway && removed.length === 0)
    return asksFor(`Your news interests are ${joinWords(interests)}. Which one shall I remove?`);
  if (added.length === 0 && removed.length === 0) {
    if (topic && !isAsking(turn))
      return { text: `${capital(joinWords(asked))} is one of your news interests already.` };
    return interests.length > 0
      ? { text: `Your news interests are ${joinWords(interests)}.` }
      : { text: "No, you have no news interests yet." };
  }
  const next = [...interests.filter((each) => !removed.includes(each)), ...added];
  const order = [
    added.length > 0 && `Add ${joinWords(added.map((each) => `'${each}'`))} to`,
    removed.length > 0 &&
      `${added.length > 0 ? "and remove" : "Remove"} ${joinWords(removed.map((each) => `'${each}'`))} from`,
  ].filter(Boolean);
  return planOf(newsInterests.save, { interests: next }, { order: `${order.join(" ")} the news interests` });
};

const isAsking = ({ sentence }: Turn) => /^(?:which|what|do|are)\b/i.test(sentence);
const cleaned = (topic: string) =>
  topic
    .replace(/ (?:too|as well|also|please|pls)$/i, "")
    .replace(/^(?:the|about|on) /i, "")
    .trim();

export const PLACE_ACTS: Readonly<Record<string, Act>> = {
  "places.create": createPlace,
  "places.list": listPlaces,
  "booking.create": createBooking,
  "booking.list": listBooking,
  "news.interest": interest,
};
