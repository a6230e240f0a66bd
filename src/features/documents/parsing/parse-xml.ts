import sax from "sax";
import { RefusedContent } from "../uploads/refuse-content.ts";

export type XmlHandlers = {
  /** Names of tags and attributes have no prefix. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Called after each chunk: if true, the rest of the part is not read. */
  isDone?(): boolean;
};

/** Office writes trees some ten deep, with a few attributes each. */
const MAX_DEPTH = 100;
const MAX_ATTRIBUTES = 200;

/**
 * Reads a part of an Office file as a stream of tags, without a tree. A document type is refused, so that no entity can
 * be defined; depth, attributes and the length of a name or value are bounded.
 */
export async function parseXml(part: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  const decoder = new TextDecoder();
  const parser = createParserOf(handlers);
  for await (const chunk of part) {
    parser.write(decoder.decode(chunk, { stream: true }));
    if (handlers.isDone?.()) return;
  }
  parser.write(decoder.decode()).close();
}

function createParserOf(handlers: XmlHandlers) {
  const parser = sax.parser(true, { position: true });
  let depth = 0;
  let attributes = 0;
  const refuse = () => {
    throw new RefusedContent("broken");
  };
  parser.onerror = refuse;
  parser.ondoctype = refuse;
  parser.onopentagstart = () => {
    attributes = 0;
    depth += 1;
    if (depth > MAX_DEPTH) refuse();
  };
  parser.onattribute = () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) refuse();
  };
  parser.onopentag = (tag) => handlers.open?.(localName(tag.name), withoutPrefixes(tag.attributes));
  parser.ontext = (text) => handlers.text?.(text);
  parser.oncdata = (text) => handlers.text?.(text);
  parser.onclosetag = (name) => {
    depth -= 1;
    handlers.close?.(localName(name));
  };
  return parser;
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/** `r:id` and `id` never stand in one tag of the parts that are read here. */
const withoutPrefixes = (attributes: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), String(value)]));
