import { t, term } from "#i18n/message.ts";
import {
  type AnyField,
  choice,
  longText,
  optionalText,
  requiredText,
  structure,
  textList,
} from "#platform/fields/field-kinds.ts";

export const TITLE_AND_TIMES_REQUIRED = t`Title, start time, and end time are required`;

/** How a field of an event is used beyond what every field has. */
export type EventPlaces = {
  /** In files, feeds and at providers: `theirs` is read with every remote change, `first` only with a new event. */
  elsewhere: "remote" | "first" | "none";
  /** When it changes, the user is offered to send an update to those invited. */
  concernsInvited: boolean;
};

const MAX_TITLE = 500;
const NOTHING_ENTERED = term("None", "nothing is entered in a field");

/** One line, trimmed; an empty text from the caller stays empty. */
const line = <const O extends Parameters<typeof optionalText>[0]>(options: O) => ({
  ...optionalText({ ...options, staysEmpty: true }),
  none: NOTHING_ENTERED,
});

/**
 * The fields of an event. Each is defined here and in its migration; everything else is derived (decision 0066). Its
 * time is no field: start, end, all-day, rule and zone are one value, and so are the place and the way there.
 */
export const eventFields = {
  title: {
    ...requiredText({
      label: t`Title`,
      placeholder: t`What is it about?`,
      max: MAX_TITLE,
      missing: TITLE_AND_TIMES_REQUIRED,
      /** CAL-14. */
      mayBecomeEmpty: true,
      form: "line",
      search: "A",
    }),
    ...{ elsewhere: "remote", concernsInvited: true },
  },
  location: {
    ...line({ label: t`Location`, max: 500, form: "half", search: "B" }),
    ...{ elsewhere: "remote", concernsInvited: true },
  },
  meetingLink: {
    ...line({
      label: t`Meeting link`,
      formLabel: t`Meeting Link`,
      placeholder: "https://",
      format: "url",
      max: 2000,
      form: "half",
      search: "none",
    }),
    ...{ elsewhere: "remote", concernsInvited: true },
  },
  /** Emails (CAL-12). */
  attendees: {
    ...textList({
      label: t`Attendees`,
      placeholder: t`Names or addresses`,
      none: NOTHING_ENTERED,
      maxItemLength: 254,
      maxItems: 200,
      form: "line",
      search: "B",
    }),
    ...{ elsewhere: "remote", concernsInvited: true },
  },
  category: {
    ...line({ label: t`Category`, max: 500, form: "half", search: "B" }),
    ...{ elsewhere: "remote", concernsInvited: false },
  },
  reminderSettings: {
    ...structure({
      label: t`Reminder`,
      /** Minutes before the start; none where the list is empty or missing. */
      parts: { minutesBefore: { min: 0, max: 40 * 24 * 60, maxItems: 5 } },
      form: "half",
      search: "none",
    }),
    ...{ elsewhere: "first", concernsInvited: false },
  },
  /** Whether others see the person as busy. */
  transparency: {
    ...choice({
      label: t`Show as`,
      values: ["opaque", "transparent"],
      labels: { opaque: t`Busy`, transparent: term("Free", "a person is not busy") },
      initial: "opaque",
      form: "none",
      search: "none",
    }),
    ...{ elsewhere: "remote", concernsInvited: false },
  },
  /** CLASS of iCalendar. Whoever is neither owner nor invited sees only the time of an event that is not public. */
  visibility: {
    ...choice({
      label: t`Visibility`,
      values: ["public", "private", "confidential"],
      labels: {
        public: term("Default", "visibility of an event"),
        private: term("Private", "visibility of an event"),
        confidential: term("Confidential", "visibility of an event"),
      },
      initial: "public",
      form: "half",
      search: "none",
    }),
    ...{ elsewhere: "remote", concernsInvited: false },
  },
  description: {
    ...longText({ label: t`Description`, none: NOTHING_ENTERED, max: 20_000, form: "line", search: "C" }),
    ...{ elsewhere: "remote", concernsInvited: true },
  },
} as const satisfies Readonly<Record<string, AnyField & EventPlaces>>;
