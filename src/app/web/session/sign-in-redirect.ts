let redirect: string | undefined;

/** Records the address that a signed-out visitor requested, for after sign-in. The first one is kept until used. */
export function rememberRedirect(address: string): void {
  if (address !== "/") redirect ??= address;
}

/** A sign-in after a sign-out opens the dashboard, wherever the last person was. */
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
