import { fieldsWhere, mapFields } from "#platform/fields/field-shapes.ts";
import { CARD_PROPERTIES, contactFields } from "./fields.ts";

/** The fields of a contact that a vCard has as text: all but its names, addresses and numbers. */
export const cardFields = fieldsWhere(contactFields, "vcard", ...CARD_PROPERTIES);
type CardName = keyof typeof cardFields;
export type CardTexts = { [K in CardName]: string | null };

export const cardTexts = (
  textOf: (name: CardName, field: (typeof cardFields)[CardName]) => string | null,
): CardTexts =>
  mapFields(cardFields, (_, name) => textOf(name as CardName, cardFields[name as CardName])) as CardTexts;
