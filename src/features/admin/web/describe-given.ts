/** `smtpHost` comes from SMTP_HOST; the address of the app has a name of its own. */
export function describeGiven(name: string): string {
  const variable = name === "appUrl" ? "PUBLIC_URL" : name.replaceAll(/[A-Z]/g, "_$&").toUpperCase();
  return `Set by ${variable} where the program is started; that wins over what is saved here.`;
}
