import { t } from "#i18n/message.ts";
import type { Mail } from "#platform/mail/mail.ts";
import type { MailPhase } from "#platform/mail/mail-outcome.ts";
import { ImapFailure, type ImapStep } from "#platform/mail/open-imap.ts";
import { tlsRemedy } from "#platform/mail/tls-failure.ts";
import { describeCertificate } from "#platform/outbound/trusted-certificate.ts";
import {
  type AccountCheck,
  type Certificate,
  CHECK_STEPS,
  type CheckStep,
  type Side,
} from "../account-model.ts";
import { type AccountServers, imapTransport, smtpTransport } from "./account-servers.ts";

type Step = CheckStep["step"];
type Failure = { step: Step; reason: string; certificate?: Certificate | null };
type CheckResult = { check: AccountCheck; maxMessageBytes: number | null };

/** Signs in for reading and for sending; sends nothing and changes nothing on the server. */
export async function checkAccount(mail: Mail, lines: AccountServers): Promise<CheckResult> {
  const [readingFailure, { failure: sendingFailure, maxMessageBytes }] = await Promise.all([
    tryReading(mail, lines),
    trySending(mail, lines),
  ]);
  const reading = await withCertificate(mail, "reading", readingFailure, lines);
  const sending = await withCertificate(mail, "sending", sendingFailure, lines);
  const steps = [...rowOf("reading", reading, lines), ...rowOf("sending", sending, lines)];
  return { check: { isOk: !reading && !sending, steps }, maxMessageBytes };
}

/** What trusting the presented certificate would mend; an expired one, or a server without TLS, it would not. */
async function withCertificate(
  mail: Mail,
  side: Side,
  failure: Failure | null,
  lines: AccountServers,
): Promise<Failure | null> {
  if (failure?.step !== "tls") return failure;
  // Without a certificate to show, the failure is still reported.
  const presented = await inspectServer(mail, side, lines).catch(() => null);
  const certificate = presented && describeCertificate(presented);
  return { ...failure, certificate: certificate && isInTime(certificate) ? certificate : null };
}

export const isInTime = ({ validFrom, validTo }: Pick<Certificate, "validFrom" | "validTo">): boolean =>
  validFrom.getTime() <= Date.now() && validTo.getTime() > Date.now();

/** The certificate of one of the two servers in PEM; null where it presents none. */
export const inspectServer = (
  mail: Mail,
  side: Side,
  { imap, smtp }: Pick<AccountServers, "imap" | "smtp">,
): Promise<string | null> =>
  mail.inspectCertificate(side === "reading" ? { protocol: "imap", ...imap } : { protocol: "smtp", ...smtp });

/** A person waits. */
const FOLDER_MS = 15_000;

async function tryReading(mail: Mail, lines: AccountServers): Promise<Failure | null> {
  try {
    const client = await mail.openImap(imapTransport(lines));
    const late = setTimeout(() => client.close(), FOLDER_MS);
    try {
      await client.mailboxOpen("INBOX", { readOnly: true });
    } catch {
      return { step: "folder", reason: t`The server does not open the inbox.` };
    } finally {
      clearTimeout(late);
      client.close();
    }
    return null;
  } catch (error) {
    if (!(error instanceof ImapFailure)) throw error;
    return { step: error.step, reason: error.message };
  }
}

async function trySending(mail: Mail, lines: AccountServers) {
  const tested = await mail.test(smtpTransport(lines));
  if (tested.isOk) return { failure: null, maxMessageBytes: tested.maxBytes };
  const failure: Failure = { step: STEP_OF_PHASE[tested.step], reason: tested.reason };
  return { failure, maxMessageBytes: null };
}

const STEP_OF_PHASE: Record<MailPhase, Step> = {
  name: "name",
  connection: "connection",
  tls: "tls",
  "sign-in": "sign-in",
  sender: "send",
  recipients: "send",
  data: "send",
};

const IN_ROW: Record<Side, (step: Step) => boolean> = {
  reading: (step) => step !== "send",
  sending: (step) => step !== "folder",
};

function rowOf(side: Side, failure: Failure | null, lines: AccountServers): CheckStep[] {
  const steps = CHECK_STEPS.filter(IN_ROW[side]);
  const failedAt = failure ? steps.indexOf(failure.step) : steps.length;
  return steps.map((step, place) => ({
    side,
    step,
    state: place < failedAt ? "passed" : place === failedAt ? "failed" : "skipped",
    reason: place === failedAt ? (failure?.reason ?? null) : null,
    remedy: place === failedAt && failure ? remedyFor(side, failure, lines) : null,
    certificate: place === failedAt ? (failure?.certificate ?? null) : null,
  }));
}

/** For an account that signs in by the tokens of a connection. */
export const CONNECT_AGAIN = t`Connect it again under Integrations.`;

/** The one step most likely to fix the failure. */
export function remedyFor(side: Side, failure: Failure, lines: AccountServers): string {
  const { step, reason } = failure;
  const { host, port } = side === "reading" ? lines.imap : lines.smtp;
  const isByToken = "token" in (side === "reading" ? lines.imapCredential : lines.smtpCredential);
  if (/ALLOWED_LOCAL_NETWORKS/.test(reason)) return t`Ask an administrator to allow this network.`;
  const remedies: Record<Step, string> = {
    name: t`Check the name '${host}'.`,
    connection: t`Check the port ${port}, and whether a firewall lies between.`,
    tls: failure.certificate
      ? t`If you know this server, compare its certificate below, then trust it.`
      : tlsRemedy(reason),
    "sign-in": isByToken
      ? CONNECT_AGAIN
      : t`Check user name and password. Many providers want a password made for this app.`,
    folder: t`Ask whoever runs the server whether this account may read mail by IMAP.`,
    send: t`Check that this user may send under this address.`,
  };
  return remedies[step];
}

/** The remedy that the owner sees after an IMAP failure. */
export const readingRemedy = (step: ImapStep, reason: string, lines: AccountServers) =>
  remedyFor("reading", { step, reason }, lines);
