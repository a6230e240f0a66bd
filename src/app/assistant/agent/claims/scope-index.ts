import { spaced } from "./tokens.ts";

/** One record, or one text: what it says, as keys and to the letter. */
export type Scope = {
  id: string | null;
  title: string;
  keys: Set<string>;
  text: string;
  /** The keys that stand in its texts, and not in its other fields. */
  written: Set<string>;
  /** The kinds of values in its fields, of which an answer about it must not name others. */
  has: Set<"date" | "time">;
  /** The person said it. */
  isOwn: boolean;
};

/** A title that an answer may name, with a space before and behind it. */
export type Title = { scope: Scope; words: string };

/** All records and texts of a run, found by what a check asks for. */
export class ScopeIndex {
  readonly scopes: Scope[] = [];
  /** The titles of records by their first word, so that each word of an answer looks at few of them. */
  readonly titles = new Map<string, Title[]>();
  readonly #byId = new Map<string, Scope>();
  readonly #numbers = new Map<string, Scope[]>();
  readonly #written = new Map<string, Scope[]>();

  add(scope: Scope): void {
    this.scopes.push(scope);
    if (scope.id === null) return;
    this.#byId.set(scope.id, scope);
    if (scope.title.length < 6) return;
    const words = ` ${spaced(scope.title)} `;
    append(this.titles, words.split(" ")[1] ?? "", { scope, words });
  }

  addKey(scope: Scope, key: string): void {
    if (key.startsWith("n:") && !scope.keys.has(key)) append(this.#numbers, key, scope);
    scope.keys.add(key);
  }

  addWritten(scope: Scope, key: string): void {
    if (!scope.written.has(key)) append(this.#written, key, scope);
    scope.written.add(key);
  }

  /** The record as it was read last. */
  scopeOf = (id: string): Scope | undefined => this.#byId.get(id);

  /** Those that have the number, in a field or in a text. */
  withNumber = (number: number): readonly Scope[] => this.#numbers.get(`n:${number}`) ?? [];

  /** Those in whose texts one of the keys stands. */
  writing = (keys: readonly string[]): readonly Scope[] => [
    ...new Set(keys.flatMap((key) => this.#written.get(key) ?? [])),
  ];
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
