import { CFB } from "xlsx/xlsx.mjs";
import { openZip } from "./open-zip.ts";
import { RefusedContent } from "./refuse-content.ts";

/** The paragraphs of one slide. */
export type Slide = string[];

/** .pptx: the text runs of each slide and its notes, in the order of their numbers. */
export async function readSlides(bytes: Buffer): Promise<Slide[]> {
  const { names, read } = await openZip(bytes);
  const numberOf = (name: string) => Number(/(\d+)\.xml$/.exec(name)?.[1] ?? 0);
  const slides = names
    .filter((name) => /^ppt\/slides\/[^/]+\.xml$/.test(name))
    .toSorted((a, b) => numberOf(a) - numberOf(b));
  return slides.map((name) => {
    const notes = read(`ppt/notesSlides/notesSlide${numberOf(name)}.xml`);
    return [...paragraphsOf(read(name)), ...paragraphsOf(notes)];
  });
}

/** DrawingML: `<a:t>` holds text, `</a:p>` ends a paragraph. Nothing else of the XML is interpreted. */
function paragraphsOf(xml: Buffer | null): string[] {
  const paragraphs: string[] = [];
  let current = "";
  for (const [, text, end] of (xml?.toString("utf8") ?? "").matchAll(
    /<a:t(?:\s[^<>]*)?>([^<]*)<\/a:t>|<(\/a:p)>|<a:br\b/g,
  )) {
    if (text !== undefined) current += unescaped(text);
    else if (end) {
      paragraphs.push(current);
      current = "";
    } else current += " ";
  }
  return [...paragraphs, current].map((each) => each.trim()).filter((each) => each !== "");
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const unescaped = (text: string) =>
  text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : null;
    if (code !== null) return code <= 0x10ffff ? String.fromCodePoint(code) : "";
    return ENTITIES[name] ?? whole;
  });

/** [MS-PPT]: records that hold text, and one whose texts are those of the template. */
const TEXT_CHARS = 0x0fa0;
const TEXT_BYTES = 0x0fa8;
const SLIDE = 0x03ee;
const NOTES = 0x03f0;
const MAIN_MASTER = 0x03f8;
const DEEPEST = 40;

/** .ppt: a walk over the records of its main stream. */
export function readOldSlides(bytes: Buffer): Slide[] {
  const container = CFB.read(bytes, { type: "buffer" });
  const entry = CFB.find(container, "PowerPoint Document");
  if (!entry) throw new RefusedContent("broken");
  const slides: Slide[] = [[]];
  walk(Buffer.from(entry.content), 0, slides);
  return slides.filter((slide) => slide.length > 0);
}

function walk(stream: Buffer, depth: number, slides: Slide[]): void {
  if (depth > DEEPEST) return;
  for (let at = 0; at + 8 <= stream.length; ) {
    const version = stream.readUInt16LE(at) & 0xf;
    const type = stream.readUInt16LE(at + 2);
    const end = Math.min(at + 8 + stream.readUInt32LE(at + 4), stream.length);
    const content = stream.subarray(at + 8, end);
    if (type === SLIDE || type === NOTES) slides.push([]);
    if (type === TEXT_CHARS || type === TEXT_BYTES)
      slides.at(-1)?.push(...linesOf(content.toString(type === TEXT_CHARS ? "utf16le" : "latin1")));
    else if (version === 0xf && type !== MAIN_MASTER) walk(content, depth + 1, slides);
    at = end;
  }
}

/** A carriage return ends a paragraph, a vertical tab a line. */
const linesOf = (text: string) =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.replaceAll("\v", " ").trim())
    .filter((line) => line !== "" && line !== "*");
