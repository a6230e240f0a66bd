import type { Intent } from "./intent.ts";
import { calendarIntents } from "./intents/calendar.ts";
import { dayIntents } from "./intents/day.ts";
import { documentIntents } from "./intents/documents.ts";
import { emailIntents } from "./intents/email.ts";
import { generalIntents } from "./intents/general.ts";
import { needsYouIntents } from "./intents/needs-you.ts";
import { peopleIntents } from "./intents/people.ts";
import { taskChangeIntents } from "./intents/task-changes.ts";
import { taskListIntents } from "./intents/task-lists.ts";
import { teamIntents } from "./intents/team.ts";
import { guessing } from "./phrases/guess-intent.ts";
import { understanding } from "./phrases/match-intent.ts";
import { nearest } from "./phrases/nearest-intents.ts";

/** Everything that is understood without a language model. Where two fit a sentence equally well the first is meant. */
export const INTENTS: readonly Intent[] = [
  ...taskListIntents,
  ...taskChangeIntents,
  ...calendarIntents,
  ...emailIntents,
  ...peopleIntents,
  ...documentIntents,
  ...teamIntents,
  ...needsYouIntents,
  ...dayIntents,
  ...generalIntents,
];

export const understand = understanding(INTENTS);

/** The most likely intent of a question that fits no phrase; only intents that read are guessed. */
export const guessIntent = guessing(INTENTS);

/** The intents closest to a sentence that fits no phrase. */
export const nearestIntents = nearest(INTENTS);
