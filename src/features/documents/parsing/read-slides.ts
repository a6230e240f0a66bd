import { RefusedContent } from "../uploads/refuse-content.ts";
import { type Archive, openZip } from "./open-zip.ts";
import { parseXml } from "./parse-xml.ts";
import { readCompound } from "./read-compound.ts";

/** The paragraphs of one slide. */
export type Slide = string[];

/** More of one presentation is not kept (`read-content.ts`), so it is not read. */
const MAX_CHARACTERS = 1_500_000;

/** .pptx: the text runs of each slide and its notes, in the order of their numbers. */
export async function readSlides(bytes: Buffer): Promise<Slide[]> {
  const archive = await openZip(bytes);
  const numberOf = (name: string) => Number(/(?<!\d)(\d+)\.xml$/.exec(name)?.[1] ?? 0);
  const names = archive.names
    .filter((name) => /^ppt\/slides\/[^/]+\.xml$/.test(name))
    .toSorted((a, b) => numberOf(a) - numberOf(b));
  const room = { characters: MAX_CHARACTERS };
  const slides: Slide[] = [];
  for (const name of names) {
    const notes = `ppt/notesSlides/notesSlide${numberOf(name)}.xml`;
    slides.push([
      ...(await paragraphsOf(archive, name, room)),
      ...(await paragraphsOf(archive, notes, room)),
    ]);
  }
  return slides;
}

/** DrawingML: `<a:t>` holds text, `</a:p>` ends a paragraph. Nothing else of the XML is interpreted. */
async function paragraphsOf(archive: Archive, name: string, room: { characters: number }): Promise<string[]> {
  const part = await archive.open(name);
  const paragraphs: string[] = [];
  let current = "";
  let isText = false;
  const end = () => {
    if (current.trim() !== "") paragraphs.push(current.trim());
    current = "";
  };
  if (part)
    await parseXml(part, {
      open: (tag) => {
        isText = tag === "t";
        if (tag === "br") current += " ";
      },
      text: (text) => {
        if (!isText || room.characters <= 0) return;
        current += text;
        room.characters -= text.length;
      },
      close: (tag) => {
        isText = false;
        if (tag === "p") end();
      },
      isDone: () => room.characters <= 0,
    });
  end();
  return paragraphs;
}

/** [MS-PPT]: record types that contain text, and the main master, whose texts belong to the template. */
const TEXT_CHARS = 0x0fa0;
const TEXT_BYTES = 0x0fa8;
const SLIDE = 0x03ee;
const NOTES = 0x03f0;
const MAIN_MASTER = 0x03f8;
const MAX_DEPTH = 40;

/** .ppt: a walk over the records of its main stream. */
export function readOldSlides(bytes: Buffer): Slide[] {
  const stream = readCompound(bytes).stream("PowerPoint Document");
  if (!stream) throw new RefusedContent("broken");
  const slides: Slide[] = [[]];
  walk(stream, 0, slides);
  return slides.filter((slide) => slide.length > 0);
}

function walk(stream: Buffer, depth: number, slides: Slide[]): void {
  if (depth > MAX_DEPTH) return;
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
