/** What the server wrote into the document; a document of the development server has nothing. */
type PageData = {
  /** Nobody is signed in: the page need not ask. */
  isSignedOut?: boolean;
  /** Nobody has an account here yet. */
  isUnused?: boolean;
  /** Scripts and styles that the next document needs. */
  files?: readonly string[];
  /** The answers of reads without input, by the names of their capabilities. */
  answers?: Record<string, unknown>;
};

export function readPageData(): PageData {
  const text = globalThis.document?.getElementById("page-data")?.textContent;
  return text ? JSON.parse(text) : {};
}

/** Later than that, a read asks the server: what came with the document may have changed unnoticed. */
const USABLE_MS = 30_000;

let answers: Map<string, unknown> | undefined;

/** The answer that came with the document, for the first call of this read; undefined if there is none. */
export function takeAnswer(name: string): { answer: unknown } | undefined {
  answers ??= new Map(Object.entries(readPageData().answers ?? {}));
  if (!answers.has(name) || performance.now() > USABLE_MS) return undefined;
  const answer = answers.get(name);
  answers.delete(name);
  return { answer };
}

/** They are answers to the person for whom the document was made. */
export function dropAnswers(): void {
  answers = new Map();
}
