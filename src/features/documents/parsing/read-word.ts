import mammoth from "mammoth";
import { isTooLarge, pictureSize, pictureType } from "#platform/pictures/picture-size.ts";
import { RefusedContent } from "../uploads/refuse-content.ts";
import { type Archive, openZip } from "./open-zip.ts";
import { parseXml } from "./parse-xml.ts";

/** Marks of XML, each the begin of a tag or value, of which a tree is made: 100,000 paragraphs took 1.5 GB. */
const MOST_MARKS = 120_000;
const MOST_XML = 10_000_000;
const MOST_LETTERS = 1_000_000;

const MAIN = ["word/document.xml", "word/document2.xml"];

/** A tree is made of a text of usual size, for its preview; of a large one only the words are read, tag by tag. */
export async function readWord(bytes: Buffer<ArrayBuffer>): Promise<{ text: string; preview?: string }> {
  const archive = await openZip(bytes);
  if (!(await isUsual(archive))) return { text: await wordsOf(archive) };
  const { value: preview } = await mammoth.convertToHtml({ buffer: bytes }, { convertImage });
  const { value: text } = await mammoth.extractRawText({ buffer: bytes });
  return { text, preview };
}

/** What a browser may decode is part of the preview; the place of anything else stays empty. */
const convertImage = mammoth.images.imgElement(async (picture) => {
  const bytes = await picture.readAsBuffer();
  const size = pictureSize(bytes);
  if (!size || isTooLarge(size)) return { src: "" };
  return { src: `data:${pictureType(bytes)};base64,${bytes.toString("base64")}` };
});

/** Every part that begins like XML counts, whatever its name: the library opens those that other parts name. */
async function isUsual({ names, open }: Archive): Promise<boolean> {
  let marks = 0;
  let size = 0;
  for (const name of names) {
    let isFirst = true;
    for await (const chunk of (await open(name)) ?? []) {
      if (isFirst && !beginsLikeXml(chunk)) break;
      isFirst = false;
      size += chunk.length;
      for (const byte of chunk) if (MARKS[byte]) marks += 1;
      if (marks > MOST_MARKS || size > MOST_XML) return false;
    }
  }
  return true;
}

const MARKS = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number("<\"'&".includes(String.fromCharCode(byte))),
);

const beginsLikeXml = (chunk: Uint8Array) =>
  Buffer.from(chunk.subarray(0, 100))
    .toString()
    .replace(/^\uFEFF/, "")
    .trimStart()
    .startsWith("<");

async function wordsOf(archive: Archive): Promise<string> {
  const part = (await archive.open(MAIN[0] ?? "")) ?? (await archive.open(MAIN[1] ?? ""));
  if (!part) throw new RefusedContent("other");
  const text: string[] = [];
  let [letters, isText] = [0, false];
  const add = (words: string) => {
    text.push(words);
    letters += words.length;
  };
  await parseXml(part, {
    open: (name) => {
      isText = name === "t";
      if (name === "tab") add("\t");
      if (name === "br" || name === "cr") add("\n");
    },
    text: (words) => {
      if (isText) add(words);
    },
    close: (name) => {
      isText = false;
      if (name === "p") add("\n\n");
    },
    isDone: () => letters > MOST_LETTERS,
  });
  return text.join("");
}
