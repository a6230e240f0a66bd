/**
 * The parts of a role that a sentence has at different places: 'Friday' and 'Monday at 9' of 'not on Friday, make it
 * Monday at 9'.
 */
export function piecesOf(sentence: string, role: string): string[] {
  const words = role.split(/\s+/);
  const pieces: string[] = [];
  let at = 0;
  while (at < words.length) {
    let end = words.length;
    while (end > at + 1 && !sentence.includes(words.slice(at, end).join(" "))) end -= 1;
    pieces.push(words.slice(at, end).join(" "));
    at = end;
  }
  return joined(sentence, pieces);
}

/** A comma or a small word does not part what belongs together: 'Friday, 8:00', 'Monday, and then at 9'. */
function joined(sentence: string, pieces: readonly string[]): string[] {
  const parts: string[] = [];
  let end = 0;
  for (const piece of pieces) {
    const start = sentence.indexOf(piece, end);
    const gap = sentence.slice(end, start);
    const isClose = parts.length > 0 && start >= 0 && /^[,;]? ?(?:(?:at|on|around|about) ?)?$/i.test(gap);
    if (isClose) parts.push(`${parts.pop()} ${piece}`);
    else parts.push(piece);
    if (start >= 0) end = start + piece.length;
  }
  return parts;
}

const FIRST = /\b(?:than|instead of|rather than|and not|, not|not) (?:on |at |the )?$/i;

/** Of two times the new one: what follows, unless it is what is not wanted. */
export function newTimeIn(sentence: string, role: string): string {
  const pieces = piecesOf(sentence, role);
  const last = pieces.at(-1) ?? role;
  if (pieces.length < 2) return role;
  const before = sentence.slice(0, sentence.lastIndexOf(last));
  return FIRST.test(before) ? pieces.slice(0, -1).join(" ") : last;
}
