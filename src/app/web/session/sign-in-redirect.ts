/** Undefined: none was requested; empty: none is to be. */
let redirect: string | undefined;
let startPage = "/";

/** Records the address that a signed-out visitor requested, for after sign-in. The first one is kept until used. */
export function rememberRedirect(address: string): void {
  if (address !== "/") redirect ??= address;
}

/** A sign-in after a sign-out opens the start page, wherever the last person was. */
export function redirectToStartPage(): void {
  redirect = "";
}

/** The page that the person who has just signed in chose to see first. */
export function rememberStartPage(page: string): void {
  startPage = page;
}

/** The token of the invitation whose link led here; undefined where none did. */
export const redirectInvitation = () => /^\/invitation#(.+)$/.exec(redirect ?? "")?.[1];

export function consumeRedirect(): string {
  const address = redirect || startPage;
  redirect = undefined;
  startPage = "/";
  return address;
}
