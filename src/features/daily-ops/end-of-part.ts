/** When a part of a day is past: a time to leave is over once it has come. */
export const endOf = <D>(part: { kind: string; from: D; to: D }): D =>
  part.kind === "leave" ? part.from : part.to;
