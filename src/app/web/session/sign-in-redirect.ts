let redirect: string | undefined;

/** The address a signed-out visitor asked for; sign-in leads there. The first wish holds until it is taken. */
export function rememberRedirect(address: string): void {
  if (address !== "/") redirect ??= address;
}

/** Whoever signs in after a sign-out begins at the dashboard, wherever the last person left. */
export function redirectToDashboard(): void {
  redirect = "/";
}

/** The token of the invitation whose link led here; undefined where none did. */
export const redirectInvitation = () => /^\/invitation#(.+)$/.exec(redirect ?? "")?.[1];

export function consumeRedirect(): string {
  const address = redirect ?? "/";
  redirect = undefined;
  return address;
}
