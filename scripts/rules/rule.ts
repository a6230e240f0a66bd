import type { CodeFile } from "./code-file.ts";
import type { StyleFile } from "./style-file.ts";

/** A finding of a rule: its offset, and a detail where the rule's own message is not enough. */
export type Finding = { offset: number; detail?: string };

/** Reviewed exceptions: path → number of findings, and why they are right there. */
export type Exceptions = Readonly<Record<string, { count: number; reason: string }>>;

type Named = {
  name: string;
  /** What to do instead, shown when the check fails. */
  message: string;
  covers: (path: string) => boolean;
  exceptions?: Exceptions;
};

/** A rule about the syntax tree of TypeScript and JavaScript. */
export type CodeRule = Named & { find: (file: CodeFile) => Finding[] };
/** A rule about declarations in style sheets. */
export type StyleRule = Named & { findInStyle: (file: StyleFile) => Finding[] };
/** A rule about the text of a file in another language. */
export type TextRule = Named & { findInText: (text: string) => Finding[] };
export type Rule = CodeRule | StyleRule | TextRule;

/** Tests, measurements, and the set-up that tests share (`<subject>.factory.ts`). */
export const isTest = (path: string) =>
  /\.(test|factory|journey|bench)\.tsx?$/.test(path) || path.startsWith("src/platform/testing/");

/** Runs in the server's process: neither a test nor a page. */
export const isServer = (path: string) =>
  /^src\/.+\.ts$/.test(path) && !isTest(path) && !/\/web\/|^src\/ui\/|^src\/platform\/client\//.test(path);

export const isCode = (path: string) => /\.(ts|tsx|mjs)$/.test(path);
