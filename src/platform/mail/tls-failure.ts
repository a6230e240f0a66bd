import { oneLine } from "./one-line.ts";

type Failure = { code: string; message: string };

/** OpenSSL's and Node's codes of failures, as people understand them; `%` is the server. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/CERTIFICATE_CHANGED/, "The certificate of % is not the one that you trusted: it has changed."],
  [/CERT_HAS_EXPIRED/, "The certificate of % has expired."],
  [/CERT_NOT_YET_VALID/, "The certificate of % is not valid yet."],
  [/ALTNAME|altnames|Hostname\/IP does not match/, "The certificate of % is for another name."],
  [
    /SELF_SIGNED|SELF-SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_UNTRUSTED|self-signed|unable to (?:verify|get)/i,
    "The certificate of % is from an authority that Adjutant does not know.",
  ],
  [
    /UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|unsupported protocol|protocol version/i,
    "% only speaks versions of TLS that are no longer safe (before 1.2).",
  ],
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|wrong version number|packet length/i,
    "% does not speak TLS on this port.",
  ],
  [/STARTTLS|Server does not support TLS/i, "% offers no encryption on this port (STARTTLS)."],
];

/** Why no encrypted connection was made. `isTrusted`: a person trusts one certificate of this server. */
export function tlsReason({ code, message }: Failure, host: string, isTrusted: boolean): string {
  const detail = `${code} ${message}`;
  const found = REASONS.find(([pattern]) => pattern.test(detail))?.[1];
  if (!found) return `No encrypted connection could be made: ${oneLine(message, 300)}`;
  const isChanged = isTrusted && /from an authority|for another name/.test(found);
  return (isChanged ? (REASONS[0]?.[1] ?? found) : found).replace("%", `'${host}'`);
}

/** The step that mends it, in the words above. */
export function tlsRemedy(reason: string): string {
  if (/has changed/.test(reason))
    return "Ask whoever runs the server whether it has a new certificate, then test the connection and trust the new one.";
  if (/has expired|not valid yet/.test(reason))
    return "Whoever runs the server renews its certificate. Also check that both clocks are right.";
  if (/another name/.test(reason))
    return "Enter the name that the certificate is for, or trust this certificate.";
  if (/authority/.test(reason))
    return "If you know this server, test the connection and trust its certificate. For everybody, an administrator can trust its authority (TRUSTED_CERTIFICATES).";
  if (/no longer safe/.test(reason)) return "Whoever runs the server switches TLS 1.2 or newer on.";
  if (/does not speak TLS/.test(reason)) return "Choose STARTTLS, or the port for TLS.";
  if (/offers no encryption/.test(reason)) return "Choose TLS and its port.";
  return "Check the kind of encryption, and that the certificate of the server holds this name.";
}
