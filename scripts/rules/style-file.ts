import { type Declaration, parse } from "postcss";

type Part = { offset: number; text: string };

/** One style sheet with its declarations, selectors and animations. */
export class StyleFile {
  readonly path: string;
  readonly text: string;
  readonly declarations: readonly Declaration[];
  readonly comments: readonly Part[];
  readonly selectors: readonly Part[];
  /** The names of `@keyframes`. */
  readonly animations: readonly Part[];

  constructor(path: string, text: string) {
    const root = parse(text, { from: path });
    const declarations: Declaration[] = [];
    const comments: Part[] = [];
    const selectors: Part[] = [];
    const animations: Part[] = [];
    root.walkDecls((declaration) => void declarations.push(declaration));
    root.walkComments(({ text, source }) => void comments.push({ offset: source?.start?.offset ?? 0, text }));
    root.walkRules(
      ({ selector, source }) => void selectors.push({ offset: source?.start?.offset ?? 0, text: selector }),
    );
    root.walkAtRules(
      "keyframes",
      ({ params, source }) => void animations.push({ offset: source?.start?.offset ?? 0, text: params }),
    );
    this.path = path;
    this.text = text;
    this.declarations = declarations;
    this.comments = comments;
    this.selectors = selectors;
    this.animations = animations;
  }
}
