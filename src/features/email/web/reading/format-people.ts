import { plural } from "#i18n/message.ts";
import { parsePerson } from "../../address-model.ts";

/** `Clara Voss <clara@x.org>` → the name; without one the local part, `clara.voss` as 'Clara Voss'. */
export function nameOf(person: string): string {
  const { name, address } = parsePerson(person);
  if (name) return name;
  const local = address.replace(/@[^@]*$/, "").replaceAll(/^"|"$/g, "");
  if (!/^\p{L}{2,}([._]\p{L}{2,})+$/u.test(local)) return local || person;
  return local
    .split(/[._]/)
    .map((word) => word.charAt(0).toLocaleUpperCase() + word.slice(1))
    .join(" ");
}

/** The address alone, in lower case. */
export const addressOf = (person: string): string => parsePerson(person).address.toLowerCase();

/** 'Clara, Ben and 3 more' */
export function namesOf(people: readonly string[]): string {
  const names = people.map(nameOf);
  if (names.length <= 2) return names.join(", ");
  const [first, more] = [names.slice(0, 2).join(", "), names.length - 2];
  return plural(more, { one: `${first} and ${more} more`, other: `${first} and ${more} more` });
}
