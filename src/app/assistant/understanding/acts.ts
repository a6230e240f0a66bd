import type { Act } from "./act.ts";
import { ACTS_BY_INTENT } from "./acts/by-intent.ts";

import { CHAT_ACTS } from "./acts/chat-acts.ts";
import { CONTACT_ACTS } from "./acts/contact-acts.ts";
import { CONTENT_ACTS } from "./acts/content-acts.ts";
import { DAY_ACTS } from "./acts/day-acts.ts";
import { DECISION_ACTS } from "./acts/decision-acts.ts";
import { DECISION_QUESTIONS } from "./acts/decision-questions.ts";
import { DOCUMENT_ACTS } from "./acts/documents/document-acts.ts";
import { DOCUMENT_DATES } from "./acts/documents/document-dates.ts";
import { DOCUMENT_LISTS } from "./acts/documents/document-lists.ts";
import { DOCUMENT_SHARING } from "./acts/documents/document-sharing.ts";
import { EMAIL_ACTS } from "./acts/email-acts.ts";
import { EVENT_ACTS } from "./acts/event-acts.ts";
import { EVENT_QUESTIONS } from "./acts/event-questions.ts";
import { FREE_TIME_ACTS } from "./acts/events/free-time.ts";
import { INVITATION_ACTS } from "./acts/invitation-acts.ts";
import { MAIL_ANSWERS } from "./acts/mail/mail-answers.ts";
import { MAIL_LISTS } from "./acts/mail/mail-lists.ts";
import { MAIL_WRITING } from "./acts/mail/mail-writing.ts";
import { TEMPLATE_ACTS } from "./acts/mail/template-acts.ts";
import { MESSAGE_ACTS } from "./acts/message-acts.ts";
import { OTHER_ACTS } from "./acts/other-acts.ts";
import { OWED_ACTS } from "./acts/owed-acts.ts";
import { PEOPLE_ACTS } from "./acts/people-acts.ts";
import { PLAN_ACTS } from "./acts/plans/plan-acts.ts";
import { PROJECT_ACTS } from "./acts/project-acts.ts";
import { REMINDER_ACTS } from "./acts/reminder-acts.ts";
import { PLACE_ACTS } from "./acts/settings/place-acts.ts";
import { SETTINGS_ACTS } from "./acts/settings/settings-acts.ts";
import { SHOWN_SETTINGS } from "./acts/settings/show-settings.ts";
import { TASK_ACTS } from "./acts/task-acts.ts";
import { TASK_QUESTIONS } from "./acts/task-questions.ts";
import { MORE_TASK_ACTS } from "./acts/tasks/more-task-acts.ts";
import { TEAM_ACTS } from "./acts/team-acts.ts";

/** What is done for each frame that is understood. */
export const ACTS: Readonly<Record<string, Act>> = {
  ...ACTS_BY_INTENT,
  ...TASK_ACTS,
  ...TASK_QUESTIONS,
  ...MORE_TASK_ACTS,
  ...EVENT_ACTS,
  ...EVENT_QUESTIONS,
  ...FREE_TIME_ACTS,
  ...EMAIL_ACTS,
  ...CONTACT_ACTS,
  ...PEOPLE_ACTS,
  ...CHAT_ACTS,
  ...MESSAGE_ACTS,
  ...TEAM_ACTS,
  ...INVITATION_ACTS,
  ...DECISION_ACTS,
  ...DECISION_QUESTIONS,
  ...OWED_ACTS,
  ...OTHER_ACTS,
  ...DOCUMENT_ACTS,
  ...DOCUMENT_LISTS,
  ...DOCUMENT_DATES,
  ...DOCUMENT_SHARING,
  ...REMINDER_ACTS,
  ...PROJECT_ACTS,
  ...PLAN_ACTS,
  ...SETTINGS_ACTS,
  ...SHOWN_SETTINGS,
  ...PLACE_ACTS,
  ...DAY_ACTS,
  ...MAIL_WRITING,
  ...MAIL_LISTS,
  ...MAIL_ANSWERS,
  ...TEMPLATE_ACTS,
  ...CONTENT_ACTS,
};
