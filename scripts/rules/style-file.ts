import { type Declaration, parse } from "postcss";

/** One style sheet with its declarations. */
export class StyleFile {
  readonly path: string;
  readonly text: string;
  readonly declarations: readonly Declaration[];
  readonly comments: readonly { offset: number; text: string }[];

  constructor(path: string, text: string) {
    const root = parse(text, { from: path });
    const declarations: Declaration[] = [];
    const comments: { offset: number; text: string }[] = [];
    root.walkDecls((declaration) => void declarations.push(declaration));
    root.walkComments(({ text, source }) => void comments.push({ offset: source?.start?.offset ?? 0, text }));
    this.path = path;
    this.text = text;
    this.declarations = declarations;
    this.comments = comments;
  }
}
