import { formatDateInWords } from "#ui/dates.ts";
import { addressOf, nameOf } from "../reading/format-people.ts";

const VARIABLE = /\{\{\s{0,20}([a-z][a-z0-9_ ]{0,99}?)\s{0,20}\}\}/gi;

type Known = { to: readonly string[]; now?: Date };

/** Fills in variables such as `{{name}}` of a template from the first recipient; unknown ones are not changed. */
export function fillVariables(
  text: string,
  { to, now = new Date() }: Known,
  write: (value: string) => string = (value) => value,
): string {
  const [first] = to;
  const name = first === undefined ? "" : nameOf(first);
  const known: Record<string, string> = {
    name,
    first_name: name.split(" ")[0] ?? "",
    email: first === undefined ? "" : addressOf(first),
    company: companyOf(first ?? ""),
    date: formatDateInWords(now),
  };
  return text.replaceAll(VARIABLE, (match, word: string) => write(known[keyOf(word)] ?? "") || match);
}

/** Words in `{{…}}` that are still to be filled in by hand. */
export const openVariables = (text: string): string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([match]) => match)),
];

const keyOf = (word: string) => word.trim().toLowerCase().replaceAll(" ", "_");

/** 'clara@lattice-partners.com' → 'Lattice Partners'; nothing for public mail domains. */
function companyOf(person: string): string {
  const [label = ""] = (addressOf(person).split("@")[1] ?? "").split(".");
  if (/^(gmail|googlemail|outlook|hotmail|yahoo|icloud|gmx|web|proton|protonmail|aol|)$/.test(label))
    return "";
  return label
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
