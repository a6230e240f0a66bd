import mammoth from "mammoth";
import { isTooLarge, pictureSize, pictureType } from "#platform/pictures/picture-size.ts";
import { RefusedContent } from "../uploads/refuse-content.ts";
import { type Archive, openZip } from "./open-zip.ts";
import { parseXml } from "./parse-xml.ts";

/** Limit of XML marks, each the start of a tag or value, for building a tree: 100,000 paragraphs took 1.5 GB. */
const MAX_MARKS = 120_000;
const MAX_XML_BYTES = 10_000_000;
const MAX_CHARACTERS = 1_000_000;

const MAIN = ["word/document.xml", "word/document2.xml"];

/** A document of usual size is converted with a preview; of a larger one only the text is read, tag by tag. */
export async function readWord(bytes: Buffer<ArrayBuffer>): Promise<{ text: string; preview?: string }> {
  const archive = await openZip(bytes);
  if (!(await isUsual(archive))) return { text: await wordsOf(archive) };
  const { value: preview } = await mammoth.convertToHtml({ buffer: bytes }, { convertImage });
  const { value: text } = await mammoth.extractRawText({ buffer: bytes });
  return { text, preview };
}

/** Images of a supported type and size are embedded in the preview; others have an empty source. */
const convertImage = mammoth.images.imgElement(async (picture) => {
  const bytes = await picture.readAsBuffer();
  const size = pictureSize(bytes);
  if (!size || isTooLarge(size)) return { src: "" };
  return { src: `data:${pictureType(bytes)};base64,${bytes.toString("base64")}` };
});

/**
 * Counts every part that starts like XML, whatever its name, because the library opens parts that other parts refer to.
 */
async function isUsual({ names, open }: Archive): Promise<boolean> {
  let marks = 0;
  let size = 0;
  for (const name of names) {
    let isFirst = true;
    for await (const chunk of (await open(name)) ?? []) {
      if (isFirst && !startsLikeXml(chunk)) break;
      isFirst = false;
      size += chunk.length;
      for (const byte of chunk) if (MARKS[byte]) marks += 1;
      if (marks > MAX_MARKS || size > MAX_XML_BYTES) return false;
    }
  }
  return true;
}

const MARKS = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number("<\"'&".includes(String.fromCharCode(byte))),
);

const startsLikeXml = (chunk: Uint8Array) =>
  Buffer.from(chunk.subarray(0, 100))
    .toString()
    .replace(/^\uFEFF/, "")
    .trimStart()
    .startsWith("<");

async function wordsOf(archive: Archive): Promise<string> {
  const part = (await archive.open(MAIN[0] ?? "")) ?? (await archive.open(MAIN[1] ?? ""));
  if (!part) throw new RefusedContent("other");
  const text: string[] = [];
  let [characters, isText] = [0, false];
  const add = (words: string) => {
    text.push(words);
    characters += words.length;
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
    isDone: () => characters > MAX_CHARACTERS,
  });
  return text.join("");
}
