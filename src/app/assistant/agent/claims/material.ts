import { dayInZone, wallClock } from "#platform/time/wall-clock.ts";
import type { Act, Card } from "../../model.ts";
import type { Clock } from "./claim.ts";
import { keysOfDay } from "./read-dates.ts";
import { thingOf } from "./read-figures.ts";
import { wordKeys } from "./read-names.ts";
import { readValues } from "./read-values.ts";
import { DAY, flagOf, INSTANT, isRow, qualitiesOf, type Row } from "./row-qualities.ts";
import { type Scope, ScopeIndex } from "./scope-index.ts";
import { plainText, spaced, tokensOf } from "./tokens.ts";

/** Rows of one list, for questions of how many. */
export type Rows = {
  thing: string;
  rows: Map<string, ReadonlySet<string>>;
  /** How many rows have each quality. */
  counts: Map<string, number>;
  sums: Map<string, number>;
};

/** A call of a run, or of an earlier answer of the chat. */
export type RanCall = Pick<Act, "capability" | "effect" | "outcome"> & { isEarlier?: boolean };

/** Characters of all records and texts that are read for a check. More come from no run within its limits. */
const MAX_READ = 400_000;
const MAX_ROWS = 300;
const ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Everything that an answer may say: what its calls returned, what the person said, and earlier answers. */
export class Material {
  readonly clock: Clock;
  readonly keys = new Set<string>();
  /** What is true of searches that found nothing: their words and days. */
  readonly searched = new Set<string>();
  /** What day it is. */
  readonly today: ReadonlySet<string>;
  /** What waits for the person's approval. */
  readonly offered = new Set<string>();
  /** Grows with each result, so that a check looks up and searches nothing. */
  readonly index = new ScopeIndex();
  readonly lists: Rows[] = [];
  readonly calls: RanCall[] = [];
  readonly numbers: number[] = [];
  #left = MAX_READ;
  /** The inputs of searches and proposals. */
  #given = "";

  constructor(clock: Clock) {
    this.clock = clock;
    this.today = new Set(keysOfDay(dayInZone(clock.now, clock.timeZone), clock));
    // Everybody knows what time it is.
    const { hour, minute } = wallClock(clock.now, clock.timeZone);
    for (const key of [`t:${hour * 60 + minute}`, `y:${dayInZone(clock.now, clock.timeZone).slice(0, 4)}`])
      this.keys.add(key);
  }

  /** The person's own sentence or a fact that they noted. */
  addOwn(text: string): void {
    const scope = this.#scope(null, "");
    scope.isOwn = true;
    this.#read(text, [scope]);
  }

  /** An attached text, a message of a call that failed, or an earlier answer without its marks. */
  addText(text: string): void {
    this.#read(text, [this.#scope(null, "")]);
  }

  /** A record that an earlier answer showed. */
  addCard({ id, title, subtitle }: Card): void {
    this.#read(`${title}\n${subtitle ?? ""}`, [this.#scope(id, title)]);
  }

  addCall(call: RanCall): void {
    this.calls.push(call);
    const done = this.calls.filter(
      (each) => each.capability === call.capability && each.outcome === call.outcome,
    );
    const thing = thingOf(plainText(call.capability.split(".")[0] ?? ""));
    if (call.effect !== "read") this.keys.add(`c:${done.length}:${thing}`);
  }

  /** What a call answered, as it was decoded from JSON. */
  addResult(resource: string, output: unknown): void {
    this.#walk(output, { name: thingOf(plainText(resource)), scopes: [this.#scope(null, "")], depth: 0 });
  }

  /** What was looked for: an answer may say that there is nothing. */
  addSearch(input: unknown): void {
    this.#collect(input, this.searched);
  }

  addProposal(input: unknown, summary: string): void {
    this.#collect(input, this.offered);
    this.addText(summary);
  }

  /** Whether something was read, looked for or proposed to the letter, however its letters are written. */
  holds(words: string): boolean {
    const plain = spaced(words);
    return (
      plain === "" ||
      this.#given.includes(plain) ||
      this.index.scopes.some(({ id, text }) => id === null && text.includes(plain))
    );
  }

  scopeOf(id: string): Scope | undefined {
    return this.index.scopeOf(id);
  }

  #collect(value: unknown, into: Set<string>): void {
    const other = new Material(this.clock);
    other.addResult("", value);
    for (const key of other.keys) into.add(key);
    for (const { text } of other.index.scopes) this.#given += ` ${text}`;
  }

  #scope(id: string | null, title: string): Scope {
    const scope: Scope = {
      id,
      title,
      keys: new Set(),
      text: "",
      written: new Set(),
      has: new Set(),
      isOwn: false,
    };
    this.index.add(scope);
    return scope;
  }

  #give(keys: readonly string[], scopes: readonly Scope[]): void {
    for (const key of keys) {
      this.keys.add(key);
      for (const scope of scopes) this.index.addKey(scope, key);
    }
  }

  #read(given: string, scopes: readonly Scope[]): void {
    const text = given.slice(0, Math.max(0, this.#left));
    this.#left -= text.length;
    if (text === "") return;
    const tokens = tokensOf(text);
    for (const value of readValues(text, tokens, this.clock)) {
      this.#give(value.gives, scopes);
      for (const scope of scopes) for (const key of value.gives) this.index.addWritten(scope, key);
      if (value.count === undefined)
        for (const key of value.gives) if (key.startsWith("n:")) this.numbers.push(Number(key.slice(2)));
    }
    this.#give(wordKeys(tokens), scopes);
    for (const scope of scopes) scope.text += ` ${spaced(text)}`;
  }

  #walk(value: unknown, at: { name: string; scopes: readonly Scope[]; depth: number }): void {
    if (at.depth > 8) return;
    if (Array.isArray(value)) this.#list(value, at);
    if (isRow(value)) this.#row(value, at);
    if (typeof value === "number") this.#number(value, at);
    if (typeof value === "boolean" && value) this.#give([`word:${flagOf(at.name)}`], at.scopes);
    if (typeof value === "string") this.#string(value, at);
  }

  #number(value: number, { name, scopes }: { name: string; scopes: readonly Scope[] }): void {
    this.numbers.push(value);
    const rounded = Math.round(value * 100) / 100;
    this.#give(
      [
        `n:${value}`,
        `n:${rounded}`,
        `c:${value}:${thingOf(plainText(name))}`,
        ...(/minute/i.test(name) ? [`u:${value}`] : []),
      ],
      scopes,
    );
  }

  #string(value: string, { name, scopes }: { name: string; scopes: readonly Scope[] }): void {
    if (ID.test(value)) return;
    const isDay = DAY.test(value);
    if (!isDay && !(INSTANT.test(value) && !Number.isNaN(Date.parse(value)))) {
      this.#read(value, scopes);
      return;
    }
    const { timeZone } = this.clock;
    const at = new Date(value);
    const { hour, minute } = wallClock(at, timeZone);
    this.#give(keysOfDay(isDay ? value : dayInZone(at, timeZone), this.clock), scopes);
    if (!isDay) this.#give([`t:${hour * 60 + minute}`], scopes);
    // When a mail was sent is not the day that it is about.
    if (!/^(?:startTime|endTime|startDate|endDate|dueDate|date|day)$/.test(name)) return;
    for (const scope of scopes) {
      scope.has.add("date");
      if (!isDay) scope.has.add("time");
    }
  }

  #row(row: Row, at: { name: string; scopes: readonly Scope[]; depth: number }): void {
    const named = [row.title, row.subject, row.name, row.contactName, row.fullName].find(
      (each): each is string => typeof each === "string",
    );
    const scopes = typeof row.id === "string" ? [...at.scopes, this.#scope(row.id, named ?? "")] : at.scopes;
    for (const [name, value] of Object.entries(row))
      if (!isUnsaid(name, row))
        this.#walk(value, {
          name: name === "items" || name === "results" ? at.name : name,
          scopes,
          depth: at.depth + 1,
        });
    const [from, to] = [row.startTime, row.endTime].map((each) =>
      typeof each === "string" ? Date.parse(each) : Number.NaN,
    );
    if (from === undefined || to === undefined || Number.isNaN(from) || Number.isNaN(to)) return;
    const minutes = Math.round((to - from) / 60_000);
    this.#give(
      [
        `u:${minutes}`,
        ...(row.isAllDay === true && minutes % 1440 === 0
          ? keysOfDay(new Date(to - 1).toISOString().slice(0, 10), this.clock)
          : []),
      ],
      scopes,
    );
  }

  #list(items: readonly unknown[], at: { name: string; scopes: readonly Scope[]; depth: number }): void {
    const thing = thingOf(plainText(at.name));
    this.#give([`c:${items.length}:${thing}`], at.scopes);
    const rows = items.filter(isRow).slice(0, MAX_ROWS);
    for (const item of items) this.#walk(item, { ...at, depth: at.depth + 1 });
    if (rows.length > 0) this.#count(thing, rows);
  }

  /** Rows of several pages of one list are counted together, each once. */
  #count(thing: string, rows: readonly Row[]): void {
    const list: Rows = this.lists.find((each) => each.thing === thing) ?? {
      thing,
      rows: new Map(),
      counts: new Map(),
      sums: new Map(),
    };
    if (!this.lists.includes(list)) this.lists.push(list);
    for (const row of rows) {
      const id = typeof row.id === "string" ? row.id : JSON.stringify(row).slice(0, 500);
      if (list.rows.has(id) || list.rows.size >= MAX_ROWS) continue;
      const qualities = qualitiesOf(row, this.clock);
      list.rows.set(id, qualities);
      for (const each of qualities) list.counts.set(each, (list.counts.get(each) ?? 0) + 1);
      for (const [name, value] of Object.entries(row))
        if (typeof value === "number") list.sums.set(name, (list.sums.get(name) ?? 0) + value);
    }
  }
}

/** When a record was written is of no interest where it has days of its own. */
const isUnsaid = (name: string, row: Row): boolean =>
  /^(?:userId|version|cite|deletedAt)$/.test(name) ||
  (/^(?:createdAt|updatedAt)$/.test(name) &&
    ["dueDate", "startTime", "sentAt", "contactName", "title", "name"].some((own) => own in row));
