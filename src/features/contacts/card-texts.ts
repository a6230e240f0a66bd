import { fieldsWhere, mapFields } from "#platform/fields/field-shapes.ts";
import { CARD_PROPERTIES, contactFields } from "./fields.ts";

/** What a vCard has of a contact besides its name, addresses and numbers. */
export const cardFields = fieldsWhere(contactFields, "vcard", ...CARD_PROPERTIES);
type CardName = keyof typeof cardFields;
export type CardTexts = { [K in CardName]: string | null };

/** A text for each of them. */
export const cardTexts = (
  textOf: (name: CardName, field: (typeof cardFields)[CardName]) => string | null,
): CardTexts =>
  mapFields(cardFields, (_, name) => textOf(name as CardName, cardFields[name as CardName])) as CardTexts;
