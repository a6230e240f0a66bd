import { splitCards } from "../card-lines.ts";
import { changeCard } from "../change-card.ts";
import { type AddedCard, addAbsentProperties } from "../merge-card-texts.ts";
import { factsOf } from "../read-vcards.ts";
import type { CardValues } from "./merge-card.ts";

type Change = { text: string; added: readonly AddedCard[]; values: CardValues; now: Date };

/** The text of a card with other values, and what it then says. */
export function changeStoredCard({ text: before, added, values: wanted, now }: Change) {
  const text = changeCard(addAbsentProperties(before, added), wanted, new Date(now));
  const { uid: _, ...values } = factsOf(splitCards(text)[0]?.properties ?? []);
  return { text, values };
}
