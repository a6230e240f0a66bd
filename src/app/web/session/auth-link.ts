export type AuthLink = { kind: "confirm" | "reset" | "setup"; token: string };

/**
 * The link of a message: `/auth#confirm=…`, `/auth#reset=…`, or of the console: `/auth#setup=…`. The token is in the
 * fragment, so that it appears in no server log.
 */
export function parseAuthLink(hash: string): AuthLink | undefined {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  for (const kind of ["confirm", "reset", "setup"] as const) {
    const token = parts.get(kind);
    if (token) return { kind, token };
  }
  return undefined;
}

/** Takes the link out of the address, so that neither history nor a reload uses it twice. */
export function consumeAuthLink(): AuthLink | undefined {
  const link = parseAuthLink(window.location.hash);
  if (link) window.history.replaceState(window.history.state, "", window.location.pathname);
  return link;
}
