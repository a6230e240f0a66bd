/** `smtpHost` comes from SMTP_HOST; the address of the app has a name of its own. */
export function environmentNote(name: string): string {
  const variable = name === "appUrl" ? "PUBLIC_URL" : name.replaceAll(/[A-Z]/g, "_$&").toUpperCase();
  return `Set by ${variable} in the environment, which overrides what is saved here.`;
}
