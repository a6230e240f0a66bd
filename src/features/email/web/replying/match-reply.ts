/** This share of the words of a reply is still there where it was chosen and then edited. */
const MIN_SHARE = 0.6;

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/\[[^[\]\n]{1,118}\]/g, " ")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Which of the replies the written text is: the one that is equal, else the one of whose words most are still there,
 * if they are at least three of five; null where it is none of them. Gaps in brackets do not count.
 */
export function matchReply<R extends { body: string }>(replies: readonly R[], written: string): R | null {
  const text = written.trim();
  if (text === "") return null;
  const equal = replies.find(({ body }) => body.trim() === text);
  if (equal) return equal;
  const there = new Set(wordsOf(text));
  const [best] = replies
    .map((reply) => {
      const words = wordsOf(reply.body);
      return { reply, share: words.filter((word) => there.has(word)).length / Math.max(1, words.length) };
    })
    .sort((one, other) => other.share - one.share);
  return best && best.share >= MIN_SHARE ? best.reply : null;
}
