import { z } from "zod";
import { t, term } from "#i18n/message.ts";
import {
  type AnyField,
  flag,
  moment,
  optionalText,
  presetText,
  requiredText,
  textList,
} from "#platform/fields/field-kinds.ts";

/** COMM-38. */
const DEFAULT_RELATIONSHIP = "colleague";

/** Properties of a vCard that are a text (RFC 6350). */
export const CARD_PROPERTIES = ["org", "note", "nickname", "title", "role"] as const;

/** Where a field of a contact stands besides the places that every field has. */
export type ContactPlaces = {
  /** The property of a vCard that has its text; names, addresses and numbers are read and written by hand. */
  vcard: (typeof CARD_PROPERTIES)[number] | "by hand" | "none";
  /** On merge: the first non-empty value, true if any is, the union of lists, or the kept contact's value. */
  merge: "first" | "any" | "union" | "stays";
  /** On the card of a person. */
  shown: "fact" | "paragraph" | "by hand" | "none";
};

const isEmailAddress = (text: string) => z.regexes.email.test(text);
const isPictureAddress = (text: string) => /^https?:\/\/\S+$/.test(text);

/**
 * The fields of a contact. A field is defined here and in its migration; everything else is derived (decision 0066).
 */
export const contactFields = {
  contactName: {
    ...requiredText({
      label: term("Name", "of a person"),
      max: 200,
      missing: t`Please enter a name`,
      form: "line",
      search: "plain",
    }),
    ...{ vcard: "by hand", merge: "stays", shown: "by hand" },
  },
  contactEmail: {
    ...optionalText({
      label: t`Email`,
      max: 320,
      check: { passes: isEmailAddress, message: t`Please enter a valid email address` },
      format: "email",
      description: t`If this is the address of an account here, you can message each other.`,
      form: "line",
      search: "plain",
    }),
    ...{ vcard: "by hand", merge: "union", shown: "by hand" },
  },
  contactPhone: {
    ...optionalText({ label: t`Phone`, max: 60, format: "tel", form: "half", search: "plain" }),
    ...{ vcard: "by hand", merge: "union", shown: "by hand" },
  },
  contactAvatar: {
    ...optionalText({
      label: t`Picture`,
      max: 2000,
      check: { passes: isPictureAddress, message: t`Please enter the address of a picture` },
      form: "none",
      search: "none",
    }),
    ...{ vcard: "none", merge: "first", shown: "none" },
  },
  relationship: {
    ...presetText({
      label: t`Relationship`,
      max: 60,
      initial: DEFAULT_RELATIONSHIP,
      form: "half",
      search: "plain",
    }),
    ...{ vcard: "none", merge: "stays", shown: "fact" },
  },
  isFavorite: {
    ...flag({ label: t`Favorite`, initial: false, form: "line", search: "none" }),
    ...{ vcard: "none", merge: "any", shown: "none" },
  },
  lastContactedAt: {
    ...moment({ label: t`Last contacted`, none: t`Never`, form: "none", search: "none", isReadOnly: true }),
    ...{ vcard: "none", merge: "stays", shown: "none" },
  },
  /** Further addresses and numbers, as cards of other programs have them. */
  otherEmails: {
    ...textList({
      label: t`Other addresses`,
      none: term("None", "no other addresses"),
      maxItemLength: 320,
      maxItems: 400,
      form: "none",
      search: "none",
      isReadOnly: true,
    }),
    ...{ vcard: "by hand", merge: "union", shown: "by hand" },
  },
  otherPhones: {
    ...textList({
      label: t`Other numbers`,
      none: term("None", "no other numbers"),
      maxItemLength: 60,
      maxItems: 400,
      form: "none",
      search: "none",
      isReadOnly: true,
    }),
    ...{ vcard: "by hand", merge: "union", shown: "by hand" },
  },
  organization: {
    ...optionalText({ label: t`Organization`, max: 200, form: "none", search: "none", isReadOnly: true }),
    ...{ vcard: "org", merge: "first", shown: "fact" },
  },
  note: {
    ...optionalText({ label: t`Note`, max: 2000, form: "none", search: "none", isReadOnly: true }),
    ...{ vcard: "note", merge: "first", shown: "paragraph" },
  },
} as const satisfies Readonly<Record<string, AnyField & ContactPlaces>>;
