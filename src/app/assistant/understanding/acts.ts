import type { Act } from "./act.ts";
import { ACTS_BY_INTENT } from "./acts/by-intent.ts";
import { CONTENT_ACTS } from "./acts/content-acts.ts";
import { EMAIL_ACTS } from "./acts/email-acts.ts";
import { EVENT_ACTS } from "./acts/event-acts.ts";
import { EVENT_QUESTIONS } from "./acts/event-questions.ts";
import { OTHER_ACTS } from "./acts/other-acts.ts";
import { TASK_ACTS } from "./acts/task-acts.ts";
import { TASK_QUESTIONS } from "./acts/task-questions.ts";

/** What is done for each frame that is understood. */
export const ACTS: Readonly<Record<string, Act>> = {
  ...ACTS_BY_INTENT,
  ...TASK_ACTS,
  ...TASK_QUESTIONS,
  ...EVENT_ACTS,
  ...EVENT_QUESTIONS,
  ...EMAIL_ACTS,
  ...OTHER_ACTS,
  ...CONTENT_ACTS,
};
