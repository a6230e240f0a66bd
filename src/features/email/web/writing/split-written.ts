/** The text that the user typed, and everything below: the signature and quoted or forwarded text. */
export const splitWritten = (body: string) =>
  splitAt(body, /^(-- $|On .* wrote:$|-{5,} Forwarded message -{5,}$)/m);

/** The same with the signature as part of the text. */
export const splitQuoted = (body: string) =>
  splitAt(body, /^(On .* wrote:$|-{5,} Forwarded message -{5,}$)/m);

function splitAt(body: string, border: RegExp): { written: string; rest: string } {
  let at = body.search(border);
  if (at < 0) return { written: body, rest: "" };
  while (body[at - 1] === "\n") at -= 1;
  return { written: body.slice(0, at), rest: body.slice(at) };
}
