import { type CardProperty, splitCards } from "./card-lines.ts";
import { cardFields } from "./card-texts.ts";
import { convertProperty } from "./change-card.ts";
import { versionOf } from "./read-vcards.ts";

/** A card whose properties a merge of contacts adds to that of another contact: `from` is the contact whose card it was. */
export type AddedCard = { from: string; text: string };

/** The identity of a card; and what contacts have as fields, which a merge of contacts decides. */
const NOT_ADDED = new Set([
  ...["BEGIN", "END", "VERSION", "PRODID", "UID", "REV", "SOURCE", "KIND", "X-ADDRESSBOOKSERVER-KIND"],
  ...["FN", "N", "EMAIL", "TEL", "SORT-STRING"],
  ...Object.values(cardFields).map(({ vcard }) => vcard.toUpperCase()),
]);

/** The properties of other cards that this one has not at all, before its end; its own lines stay as they are. */
export function addAbsentProperties(text: string, others: readonly { text: string }[]): string {
  let result = text;
  for (const other of others) result = addFrom(result, other.text);
  return result;
}

function addFrom(text: string, other: string): string {
  const [card, from] = [splitCards(text)[0]?.properties ?? [], splitCards(other)[0]?.properties ?? []];
  const known = new Set(card.map(({ name }) => name));
  const added = from.filter(({ name }) => name !== LABEL && !NOT_ADDED.has(name) && !known.has(name));
  const groups = renameGroups(card, added);
  // A label of Apple belongs to the property of its group.
  const labels = from.filter(({ name, group }) => name === LABEL && groups.has(group));
  const version = versionOf(card);
  const lines = from
    .filter((property) => added.includes(property) || labels.includes(property))
    .map((property) => {
      const group = groups.get(property.group) ?? property.group;
      return convertProperty({ ...property, group }, versionOf(from), version, property.group === group);
    });
  if (lines.length === 0) return text;
  const all = text.split("\r\n");
  const end = all.findLastIndex((line) => /^\s*end:/i.test(line));
  all.splice(end < 0 ? all.length : end, 0, ...lines);
  return all.join("\r\n");
}

const LABEL = "X-ABLABEL";

/** The groups of the added properties, under names that the card does not use. */
function renameGroups(
  card: readonly CardProperty[],
  added: readonly CardProperty[],
): ReadonlyMap<string, string> {
  const used = new Set(card.map(({ group }) => group.toLowerCase()));
  const names = new Map<string, string>();
  for (const { group } of added) {
    if (group === "" || names.has(group)) continue;
    let name = group;
    for (let next = 1; used.has(name.toLowerCase()); next += 1) name = `item${next}`;
    used.add(name.toLowerCase());
    names.set(group, name);
  }
  return names;
}
