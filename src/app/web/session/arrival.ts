let wanted: string | undefined;

/** The address a signed-out visitor asked for; sign-in leads there. The first wish holds until it is taken. */
export function rememberWanted(address: string): void {
  if (address !== "/") wanted ??= address;
}

/** Whoever signs in after a sign-out begins at the dashboard, wherever the last person left. */
export function wantHome(): void {
  wanted = "/";
}

/** The token of the invitation whose link led here; undefined where none did. */
export const wantedInvitation = () => /^\/invitation#(.+)$/.exec(wanted ?? "")?.[1];

export function takeWanted(): string {
  const address = wanted ?? "/";
  wanted = undefined;
  return address;
}
