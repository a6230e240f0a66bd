import { setImmediate } from "node:timers/promises";
import sax from "sax";

/** One resource of a WebDAV answer (RFC 4918 §14.24), with the properties that it has, by local name. */
export type DavEntry = { href: string; status: number; props: ReadonlyMap<string, string> };
export type Multistatus = { entries: DavEntry[]; syncToken: string | null };

/** Parsed before yielding to other work: about half a millisecond. */
export const CHARACTERS_PER_TURN = 16_384;
const MAX_DEPTH = 30;
const MAX_ENTRIES = 50_000;
/** The requested properties; everything else is dropped. */
const READ_PROPERTIES = ["getetag", "calendar-data", "address-data"];

/**
 * Parses a multistatus tag by tag, without a tree, a little at a time: other work runs in between, however large the
 * response of an unknown server is. Null if it is no multistatus, is broken, defines a document type, is too deep or
 * has too many entries.
 */
export async function parseMultistatus(text: string): Promise<Multistatus | null> {
  const reader = new MultistatusReader();
  for (let at = 0; at < text.length && !reader.isBroken; at += CHARACTERS_PER_TURN) {
    if (at > 0) await setImmediate();
    reader.write(text.slice(at, at + CHARACTERS_PER_TURN));
  }
  return reader.end();
}

class MultistatusReader {
  readonly #parser = sax.parser(true, { position: false });
  readonly #path: string[] = [];
  readonly #found: Multistatus = { entries: [], syncToken: null };
  #text: string[] = [];
  #entry: { href: string; status: number; props: Map<string, string> } | null = null;
  #props = new Map<string, string>();
  #propStatus = 0;
  #isMultistatus = false;
  isBroken = false;

  constructor() {
    const refuse = () => {
      this.isBroken = true;
    };
    this.#parser.onerror = refuse;
    this.#parser.ondoctype = refuse;
    this.#parser.onopentag = ({ name }) => this.#open(localName(name));
    this.#parser.onclosetag = () => this.#close();
    this.#parser.ontext = (text) => this.#add(text);
    this.#parser.oncdata = (text) => this.#add(text);
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  end(): Multistatus | null {
    if (!this.isBroken) this.#parser.close();
    return this.isBroken || !this.#isMultistatus ? null : this.#found;
  }

  #open(name: string): void {
    this.#path.push(name);
    this.#text = [];
    if (this.#path.length === 1) this.#isMultistatus = name === "multistatus";
    if (this.#path.length === 2 && name === "response")
      this.#entry = { href: "", status: OK, props: new Map() };
    if (name === "propstat") [this.#props, this.#propStatus] = [new Map(), OK];
    if (this.#path.length > MAX_DEPTH || this.#found.entries.length > MAX_ENTRIES) this.isBroken = true;
  }

  #add(text: string): void {
    const name = this.#path.at(-1) ?? "";
    if (!this.isBroken && (READ.has(name) || READ_PROPERTIES.includes(name))) this.#text.push(text);
  }

  #close(): void {
    const place = this.#path.slice(1).join("/");
    const name = this.#path.pop() ?? "";
    const text = this.#text.join("").trim();
    this.#text = [];
    if (place === "sync-token") this.#found.syncToken = text;
    if (!this.#entry) return;
    if (place === "response/href") this.#entry.href ||= text;
    if (place === "response/status") this.#entry.status = statusOf(text);
    if (place === "response/propstat/status") this.#propStatus = statusOf(text);
    if (place === `response/propstat/prop/${name}` && READ_PROPERTIES.includes(name) && text !== "")
      this.#props.set(name, text);
    if (place === "response/propstat" && this.#propStatus >= 200 && this.#propStatus < 300)
      for (const [key, value] of this.#props) this.#entry.props.set(key, value);
    if (place !== "response") return;
    this.#found.entries.push(this.#entry);
    this.#entry = null;
  }
}

const READ = new Set(["href", "status", "sync-token"]);
/** Default status of an entry. */
const OK = 207;

const statusOf = (line: string) => Number(/^\S{1,20}\s+(\d{3})\b/.exec(line)?.[1] ?? OK);

const localName = (name: string) => name.slice(name.indexOf(":") + 1);
