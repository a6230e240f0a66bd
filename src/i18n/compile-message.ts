import { parse, type Token } from "@messageformat/parser";

/** What translating a message takes from its English. */
export type Message = {
  /** In English, as ICU MessageFormat where it has values or forms. */
  icu: string;
  /** The names of its values, in their order. */
  names: readonly string[];
  isPlural: boolean;
};

/** What `fill` and `choose` of message.ts take: a text with numbered values, or one for each plural category. */
export type Compiled = string | Record<string, string>;

/** Checks the words of a message in some language and compiles them. Throws where values or elements differ. */
export function compileMessage(message: Message, words: string): Compiled {
  const hasSameElements = elementsOf(message.icu) === elementsOf(words);
  if (!hasSameElements) throw new Error(`'${words}' has other elements than '${message.icu}'`);
  if (message.names.length === 0 && !message.isPlural) return words;
  const tokens = parse(words);
  if (!message.isPlural) return complete(message, textOf(message, tokens), message.names.length);
  const [only, ...rest] = tokens;
  if (only?.type !== "plural" || only.arg !== "n" || rest.length > 0)
    throw new Error(`'${words}' is not one plural, as '${message.icu}' is`);
  const forms = only.cases.map(({ key, tokens: form }) => [key, textOf(message, form)] as const);
  const other = forms.find(([key]) => key === "other")?.[1];
  if (other === undefined) throw new Error(`'${words}' has no form 'other'`);
  return Object.fromEntries(forms);
}

/** The text of tokens, values as their numbers: 'Archived {0} emails' */
function textOf({ icu, names }: Message, tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === "content") return token.value;
      const index = token.type === "argument" ? names.indexOf(token.arg) : -1;
      if (index < 0) throw new Error(`A translation of '${icu}' has a value that it does not have`);
      return `{${index}}`;
    })
    .join("");
}

function complete({ icu }: Message, text: string, count: number): string {
  for (let index = 0; index < count; index += 1)
    if (!text.includes(`{${index}}`)) throw new Error(`'${text}' lacks a value of '${icu}'`);
  return text;
}

/** '<0>the help</0>' and '<1/>' in a sentence, in order of their numbers */
const elementsOf = (text: string) => (text.match(/<\d\/?>|<\/\d>/g) ?? []).toSorted().join("");
