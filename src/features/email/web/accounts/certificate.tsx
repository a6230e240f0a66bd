import { Fragment, type ReactNode } from "react";
import { t } from "#i18n/message.ts";
import { formatDate } from "#ui/dates.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { AccountCheckOnWire, CertificateOnWire, MailAccountOnWire, Side } from "../../account-model.ts";

type CertificatesToTrustProps = { check: AccountCheckOnWire; onTrust(fingerprint: string): void };

/** The certificates that no authority vouches for, each once, to compare with the servers' own before trusting them. */
export function CertificatesToTrust({ check, onTrust }: CertificatesToTrustProps) {
  const found = new Map<string, CertificateOnWire>();
  for (const { certificate } of check.steps) if (certificate) found.set(certificate.fingerprint, certificate);
  return [...found.values()].map((certificate) => (
    <CertificateCard
      key={certificate.fingerprint}
      label={LABELS[sidesOf(check, certificate.fingerprint).join(" ")] ?? t`Certificate of the server`}
      certificate={certificate}
    >
      <Text size="label" tone="warn">
        {t`Trust it only if this fingerprint is the one that whoever runs the server names. Otherwise somebody else could read your password and your mail.`}
      </Text>
      <div>
        <Button variant="default" onClick={() => onTrust(certificate.fingerprint)}>
          {t`Trust this certificate`}
        </Button>
      </div>
    </CertificateCard>
  ));
}

const LABELS: Record<string, string> = {
  reading: t`Certificate of the server for reading`,
  sending: t`Certificate of the server for sending`,
  "reading sending": t`Certificate of both servers`,
};

/** The sides of an account whose server presented this certificate: often both. */
export const sidesOf = (check: AccountCheckOnWire | null, fingerprint: string): Side[] =>
  (check?.steps ?? [])
    .filter(({ certificate }) => certificate?.fingerprint === fingerprint)
    .map(({ side }) => side);

type TrustedCertificatesProps = { account: MailAccountOnWire; onWithdraw(side: Side): void };

/** What this account trusts beside the usual authorities. */
export function TrustedCertificates({ account, onWithdraw }: TrustedCertificatesProps) {
  const trusted = [
    { side: "reading" as const, label: t`Trusted for reading`, certificate: account.imapCertificate },
    { side: "sending" as const, label: t`Trusted for sending`, certificate: account.smtpCertificate },
  ];
  return trusted.map(
    ({ side, label, certificate }) =>
      certificate && (
        <CertificateCard key={side} label={label} certificate={certificate}>
          <div>
            <Button variant="default" onClick={() => onWithdraw(side)}>
              {t`Stop trusting it`}
            </Button>
          </div>
        </CertificateCard>
      ),
  );
}

type CertificateCardProps = { label: string; certificate: CertificateOnWire; children: ReactNode };

function CertificateCard({ label, certificate, children }: CertificateCardProps) {
  const { subject, issuer, names, validFrom, validTo, fingerprint } = certificate;
  const facts = [
    [t`Issued to`, subject],
    [t`Issued by`, issuer === subject ? t`itself (self-signed)` : issuer],
    [t`For the names`, names || t`none`],
    [t`Valid`, t`${formatDate(validFrom)} to ${formatDate(validTo)}`],
    [t`SHA-256 fingerprint`, fingerprint],
  ] as const;
  return (
    <Stack as="section" gap={8} surface="card" pad={12} margin="16px 0 0" aria-label={label}>
      <Text as="h4" size="list">
        {label}
      </Text>
      <dl>
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <Text as="dt" size="label" tone="faint">
              {name}
            </Text>
            <Text as="dd" size="list" overflow="break" margin="0 0 6px">
              {value}
            </Text>
          </Fragment>
        ))}
      </dl>
      {children}
    </Stack>
  );
}
