import { type CardProperty, encodingOf, paramOf } from "./card-lines.ts";

/** The text of a value, decoded, still escaped. */
export function decodedText(property: CardProperty): string {
  const encoding = encodingOf(property.params);
  if (encoding === "none") return property.value;
  const bytes =
    encoding === "base64" ? Buffer.from(property.value, "base64") : quotedPrintable(property.value);
  return decodeBytes(bytes, paramOf(property, "CHARSET"));
}

/** Characters beyond ASCII that stand in the text as they are stay as they are. */
function quotedPrintable(value: string): Buffer {
  const bytes: Buffer[] = [];
  for (const [part] of value.matchAll(/=[0-9a-f]{2}|[^=]+|=/gis))
    bytes.push(/^=[0-9a-f]{2}$/i.test(part) ? Buffer.from(part.slice(1), "hex") : Buffer.from(part, "utf8"));
  return Buffer.concat(bytes);
}

/** In the named character set; without one, or where it does not fit, UTF-8, then the one of Western Windows. */
function decodeBytes(bytes: Uint8Array, charset: string | null): string {
  for (const label of [charset, "utf-8"])
    if (label)
      try {
        return new TextDecoder(label, { fatal: true }).decode(bytes);
      } catch {
        // An unknown name, or bytes that do not fit: the next one is tried.
      }
  return new TextDecoder("windows-1252").decode(bytes);
}

/** The text of a property with one value. */
export const textValue = (property: CardProperty, version: string): string =>
  unescapeText(decodedText(property), version).replaceAll(/\r\n?/g, "\n").trim();

/** The components of a structured value (N, ADR, ORG); several values of one component are joined. */
export const componentsOf = (property: CardProperty, version: string): string[] =>
  splitEscaped(decodedText(property), ";").map((component) =>
    splitEscaped(component, ",")
      .map((each) => unescapeText(each, version).trim())
      .filter(Boolean)
      .join(", "),
  );

function splitEscaped(text: string, separator: ";" | ","): string[] {
  const parts = [""];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] === "\\" ? text.slice(at, at + 2) : (text[at] ?? "");
    if (sign === separator) parts.push("");
    else parts.push(`${parts.pop() ?? ""}${sign}`);
    at += sign.length - 1;
  }
  return parts;
}

/** vCard 2.1 knows no `\n`; paths of Windows would lose letters otherwise. */
const unescapeText = (text: string, version: string): string =>
  text.replaceAll(/\\(.)/gs, (all, sign: string) => {
    if (/[,;:\\]/.test(sign)) return sign;
    return /n/i.test(sign) && version !== "2.1" ? "\n" : all;
  });
