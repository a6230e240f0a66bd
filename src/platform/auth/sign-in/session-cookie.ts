export type SessionCookie = {
  /** A Set-Cookie header. The server ends the session; the cookie must only not expire earlier. */
  set(token: string): string;
  clear(): string;
  /** The token in a Cookie header; null where there is none. */
  read(header: string | null): string | null;
};

/** The name of the cookie of a session, or of another one with this plain name, at this address. */
export const sessionCookieName = (publicUrl: string, plainName = "adjutant"): string =>
  publicUrl.startsWith("https:") ? `__Host-${plainName}` : plainName;

/** HttpOnly, SameSite=Lax and, over https, bound to exactly this host (`__Host-`, security.md D5). */
export function sessionCookie(publicUrl: string, maxAgeDays: number, plainName = "adjutant"): SessionCookie {
  const isSecure = publicUrl.startsWith("https:");
  const name = sessionCookieName(publicUrl, plainName);
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return {
    set: (token) => `${name}=${token}; Max-Age=${maxAgeDays * 86_400}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
    read: (header) => {
      const pair = header?.split(/; */).find((part) => part.startsWith(`${name}=`));
      return pair?.slice(name.length + 1) || null;
    },
  };
}
