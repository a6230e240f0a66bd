/** The text that the user typed, and everything below: the signature and quoted or forwarded text. */
export function splitWritten(body: string): { written: string; rest: string } {
  let at = body.search(/^(-- $|On .* wrote:$|-{5,} Forwarded message -{5,}$)/m);
  if (at < 0) return { written: body, rest: "" };
  while (body[at - 1] === "\n") at -= 1;
  return { written: body.slice(0, at), rest: body.slice(at) };
}
