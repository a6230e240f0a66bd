/** A compiled phrase: `pattern` matches whole sentences. */
export type Phrase = { pattern: RegExp; source: string };

/**
 * Compiles a phrase such as `(show|list) [me] [all] my tasks [due] {when}`: words stand for themselves, `[…]` is
 * optional, `(a|b c)` is a choice, `{name}` is a slot that captures words. Spaces are written as they are spoken.
 */
export function compilePhrase(source: string): Phrase {
  const reader = new Reader(source);
  const pattern = reader.sequence();
  if (!reader.isAtEnd) throw new Error(`The phrase '${source}' ends too early at ${reader.at}`);
  return { pattern: new RegExp(`^${pattern}$`, "iu"), source };
}

/** Slots with their own fixed words, so that the slot before them ends in time; other slots take any words. */
const SHAPES: Record<string, string> = {
  address: "\\S+@\\S+",
  clock: "\\d{1,2}(?:[:.]\\d\\d)?(?:\\s?[ap]\\.?m\\.?)?|noon|midday",
  priority: "(?:urgent|high|medium|normal|low)",
  vote: "(?:approve|yes|in favou?r|for|reject|no|against|abstain)",
  when: "(?:(?:on|for|in|during|over|by|from|within)\\s+)?(?:the\\s+)?(?:(?:today|now|tonight|tomorrow|yesterday|day|this|next|last|past|coming|current|rest|weekend|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\\d)(?:.*\\S)?",
};

const SPECIAL = /[.*+?^$\\/]/g;

class Reader {
  at = 0;
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }

  get isAtEnd(): boolean {
    return this.at >= this.source.length;
  }

  /** Parses up to the end of the group: each part includes the space before it. */
  sequence(): string {
    let pattern = "";
    for (;;) {
      this.#skipSpaces();
      const next = this.source[this.at];
      if (next === undefined || next === "|" || next === ")" || next === "]") return pattern;
      pattern += this.#part(next);
    }
  }

  #part(first: string): string {
    if (first === "[") return `(?:${this.#choices("]")})?`;
    if (first === "(") return `(?:${this.#choices(")")})`;
    if (first === "{") return this.#slot();
    const [word = ""] = /^[^\s()[\]{}|]+/.exec(this.source.slice(this.at)) ?? [];
    // A word directly after a group or a slot has no space before it, as in `{person}: {text}`.
    const isGlued = /[)\]}]/.test(this.source[this.at - 1] ?? "");
    this.at += word.length;
    return `${isGlued ? "" : "\\s+"}${word.replaceAll(SPECIAL, "\\$&")}`;
  }

  #choices(end: "]" | ")"): string {
    const choices: string[] = [];
    do {
      this.at += 1;
      choices.push(this.sequence());
    } while (this.source[this.at] === "|");
    if (this.source[this.at] !== end) throw new Error(`'${end}' is missing in the phrase '${this.source}'`);
    this.at += 1;
    return choices.join("|");
  }

  #slot(): string {
    const end = this.source.indexOf("}", this.at);
    const name = this.source.slice(this.at + 1, end);
    this.at = end + 1;
    return `\\s+(?<${name}>${SHAPES[name] ?? "\\S(?:.*?\\S)?"})`;
  }

  #skipSpaces(): void {
    while (this.source[this.at] === " ") this.at += 1;
  }
}
