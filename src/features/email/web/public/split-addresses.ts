import { parseAddresses, parsePerson } from "../../address-model.ts";

/** Whether mail can be addressed to it: something, an @ and a host, without spaces. */
export const isAddress = (text: string): boolean => {
  const at = text.lastIndexOf("@");
  return at > 0 && at < text.length - 1 && !/[\s<>,;]/.test(text);
};

/** The addresses in a text: separated by commas, semicolons, lines or, where each has an @, by spaces. */
export function splitAddresses(text: string): string[] {
  const entries = parseAddresses(text.replaceAll(/[;\n\r\t]/g, ","));
  return entries.flatMap((entry) => {
    const words = entry.split(" ").filter((word) => word !== "");
    if (words.every(isAddress)) return words;
    return [parsePerson(entry).address];
  });
}
