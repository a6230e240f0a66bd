let wanted: string | undefined;

/** The address a signed-out visitor asked for; sign-in leads there. */
export function rememberWanted(address: string): void {
  if (address !== "/") wanted = address;
}

export function takeWanted(): string {
  const address = wanted ?? "/";
  wanted = undefined;
  return address;
}
