/** What its writer typed, and what stands below: the signature, and what is quoted or forwarded. */
export function splitWritten(body: string): { written: string; rest: string } {
  const at = body.search(/\n*^(-- $|On .* wrote:$|-{5,} Forwarded message -{5,}$)/m);
  return at < 0 ? { written: body, rest: "" } : { written: body.slice(0, at), rest: body.slice(at) };
}
