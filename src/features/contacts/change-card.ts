import { type CardProperty, encodingOf, splitCards } from "./card-lines.ts";
import { type CardTexts, cardFields } from "./card-texts.ts";
import { componentsOf, textValue } from "./card-values.ts";
import { type CardFacts, factsOf, versionOf } from "./read-vcards.ts";
import { cardLine, nameComponents } from "./write-vcards.ts";

type Change = { property: CardProperty | null; lines: string[] };

/**
 * A received card with the values of a contact. Only lines whose values differ are changed; all others, also those that
 * Adjutant does not know, stay as they are, byte by byte.
 */
export function changeCard(text: string, wanted: Omit<CardFacts, "uid">, now: Date): string {
  const [block] = splitCards(text);
  if (!block) return text;
  const { properties } = block;
  const version = versionOf(properties);
  const before = factsOf(properties);
  const changes: Change[] = [
    ...(wanted.name === before.name ? [] : nameChanges(properties, version, wanted.name)),
    ...listChanges(properties, version, { name: "EMAIL", before: before.emails, after: wanted.emails }),
    ...listChanges(properties, version, { name: "TEL", before: before.phones, after: wanted.phones }),
    ...Object.entries(cardFields).flatMap(([field, { vcard }]) => {
      const value = wanted[field as keyof CardTexts];
      return value === before[field as keyof CardTexts]
        ? []
        : textChanges(properties, version, { name: vcard.toUpperCase(), value });
    }),
  ];
  if (changes.length === 0) return text;
  const revision = properties.find(({ name }) => name === "REV");
  if (revision) changes.push({ property: revision, lines: [lineInPlaceOf(revision, version, [stamp(now)])] });
  return applyChanges(text, block.line, changes);
}

const stamp = (now: Date) => now.toISOString().replaceAll(/[-:]|\.\d+/g, "");

function nameChanges(properties: readonly CardProperty[], version: string, name: string): Change[] {
  const structured = properties.find((property) => property.name === "N");
  const [, , , ...rest] = structured ? componentsOf(structured, version) : [];
  const components = nameComponents(name, rest);
  return [
    ...textChanges(properties, version, { name: "FN", value: name }),
    {
      property: structured ?? null,
      lines: [
        structured
          ? lineInPlaceOf(structured, version, components)
          : cardLine({ version, name: "N", value: components }),
      ],
    },
  ];
}

/** A text replaces the first property of its name; of a note, which joins several, also the others. */
function textChanges(
  properties: readonly CardProperty[],
  version: string,
  { name, value }: { name: string; value: string | null },
): Change[] {
  const [first, ...others] = properties.filter((property) => property.name === name);
  const lines =
    value === null
      ? []
      : [first ? lineInPlaceOf(first, version, [value]) : cardLine({ version, name, value: [value] })];
  return [
    { property: first ?? null, lines },
    ...(name === "NOTE" || value === null ? others.map((property) => ({ property, lines: [] })) : []),
  ];
}

type Lists = { name: "EMAIL" | "TEL"; before: readonly string[]; after: readonly string[] };

function listChanges(
  properties: readonly CardProperty[],
  version: string,
  { name, before, after }: Lists,
): Change[] {
  const has = (values: readonly string[], value: string) =>
    values.some((each) => each.toLowerCase() === value.toLowerCase());
  const removed = properties.filter((property) => {
    const value = textValue(property, version).replace(/^(mailto|tel):/i, "");
    return property.name === name && has(before, value) && !has(after, value);
  });
  // A label of Apple belongs to the value of its group.
  const labels = removed.flatMap(({ group }) =>
    group === "" ? [] : properties.filter((each) => each.group === group && each.name === "X-ABLABEL"),
  );
  const added = after.filter((value) => !has(before, value));
  return [
    ...[...removed, ...labels].map((property) => ({ property, lines: [] })),
    ...added.map((value) => ({ property: null, lines: [cardLine({ version, name, value: [value] })] })),
  ];
}

/** With the group and the parameters of the property that it replaces, without those of its encoding. */
function lineInPlaceOf(
  { group, name, params }: CardProperty,
  version: string,
  value: readonly string[],
): string {
  const remaining = params.filter(([param]) => !/^(ENCODING|CHARSET|VALUE)$/.test(param));
  return cardLine({ version, group, name, params: remaining, value });
}

function applyChanges(text: string, firstLine: number, changes: readonly Change[]): string {
  const lines = text.split("\r\n");
  const end = lines.findLastIndex((line) => /^\s*end:/i.test(line));
  const place = ({ property }: Change) =>
    property ? property.line - firstLine : end < 0 ? lines.length : end;
  for (const change of changes.toSorted((a, b) => place(b) - place(a)))
    lines.splice(place(change), change.property?.raw.split("\r\n").length ?? 0, ...change.lines);
  return lines.join("\r\n");
}

/** A card in another version: encodings and parameters are rewritten, values and unknown properties stay. */
export function convertCard(text: string, version: "3.0" | "4.0"): string {
  const [block] = splitCards(text);
  if (!block) return text;
  const from = versionOf(block.properties);
  if (from === version) return text;
  const lines = block.properties.map((property) =>
    property.name === "VERSION" ? `VERSION:${version}` : convertProperty(property, from, version),
  );
  const hasVersion = block.properties.some(({ name }) => name === "VERSION");
  return ["BEGIN:VCARD", ...(hasVersion ? [] : [`VERSION:${version}`]), ...lines, "END:VCARD"].join("\r\n");
}

/** The line of a property in a card of another version. `isAsReceived`: nothing else about it changed. */
export function convertProperty(
  property: CardProperty,
  from: string,
  version: string,
  isAsReceived = true,
): string {
  const { group, name, raw } = property;
  if (from === version) return isAsReceived ? raw : `${group}${raw.slice(raw.indexOf("."))}`;
  const params = property.params.filter(([param]) => !/^(ENCODING|CHARSET)$/.test(param));
  const data = /^data:([^;,]*);base64,(.*)$/s.exec(property.value.replaceAll("\\", ""));
  const isBinary = encodingOf(property.params) === "base64" && !/^(FN|N|NOTE|ORG|TITLE)$/.test(name);
  if (isBinary || data) {
    const type = (
      data?.[1] ?? `image/${params.find(([param]) => param === "TYPE")?.[1] ?? "jpeg"}`
    ).toLowerCase();
    return binaryLine(property, version, {
      type,
      content: data?.[2] ?? property.value.replaceAll(/\s/g, ""),
    });
  }
  if (from !== "2.1" && version !== "2.1" && encodingOf(property.params) === "none")
    return cardLine({ version, group, name, params, raw: property.value });
  // Version 2.1 encodes and escapes in its own way.
  const value = /^(N|ADR|ORG)$/.test(name) ? componentsOf(property, from) : [textValue(property, from)];
  return cardLine({ version, group, name, params, value });
}

function binaryLine(
  { group, name }: CardProperty,
  version: string,
  { type, content }: { type: string; content: string },
): string {
  if (version === "4.0") return cardLine({ version, group, name, raw: `data:${type};base64,${content}` });
  const params = [
    ["ENCODING", version === "2.1" ? "BASE64" : "b"],
    ["TYPE", type.replace(/^.*\//, "").toUpperCase()],
  ] as const;
  return cardLine({ version, group, name, raw: content, params });
}
