const REDIRECTED = "adjutant.sent-to-admin";

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

/** The named administrator is sent to /admin once per sign-in, so that the dashboard stays reachable. */
export const wasSentToAdmin = () => readMark() !== null;

export function markSentToAdmin(isSent: boolean): void {
  try {
    if (isSent) localStorage.setItem(REDIRECTED, "1");
    else localStorage.removeItem(REDIRECTED);
  } catch {
    // Where storage is forbidden the redirect happens on every visit of the dashboard.
  }
}

function readMark(): string | null {
  try {
    return localStorage.getItem(REDIRECTED);
  } catch {
    return null;
  }
}
