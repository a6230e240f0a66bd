import { COLLEAGUES, CONTACTS } from "./records.ts";

const colleagues: Readonly<Record<string, string>> = COLLEAGUES;
const contacts: Readonly<Record<string, readonly unknown[]>> = CONTACTS;

/** The address of a person of the world, by their key; an address stays what it is. */
export function addressOf(key: string): string {
  const colleague = colleagues[key];
  if (colleague) return `${colleague.split(" ")[0]?.toLowerCase()}@aldermoor.test`;
  const address = contacts[key]?.[1];
  return typeof address === "string" ? address : key;
}
