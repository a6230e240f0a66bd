import type { Token } from "./tokens.ts";

/** What tells the role of one word, each as a short name; `frame` is what the sentence asks for. */
export function roleFeatures(tokens: readonly Token[], at: number, frame: string): string[] {
  const of = (offset: number) => tokens[at + offset];
  const word = (offset: number) => wordAt(of(offset));
  const here = word(0);
  const shape = of(0)?.shape ?? "$";
  const [before, next] = [word(-1), word(1)];
  const found = [
    "bias",
    `f ${frame}`,
    `w ${here}`,
    `s ${shape}`,
    `b ${before}`,
    `n ${next}`,
    `c ${word(-2)} ${before}`,
    `o ${next} ${word(2)}`,
    `bw ${before} ${here}`,
    `wn ${here} ${next}`,
    `bs ${before} ${shape}`,
    `ss ${of(-1)?.shape} ${shape}`,
    `sn ${shape} ${of(1)?.shape}`,
    `fw ${frame} ${here}`,
    `fb ${frame} ${before}`,
    `fc ${frame} ${word(-2)} ${before}`,
    `fn ${frame} ${next}`,
    `fs ${frame} ${shape}`,
    `fbs ${frame} ${before} ${shape}`,
    `l ${(of(0)?.stem ?? "").slice(-3)}`,
  ];
  if (at === 0) found.push("first", `first ${frame}`);
  if (at === tokens.length - 1) found.push("last");
  return found;
}

function wordAt(token: Token | undefined): string {
  if (!token) return "$";
  return token.shape === "number" || token.shape === "clock" ? `<${token.shape}>` : token.word;
}
