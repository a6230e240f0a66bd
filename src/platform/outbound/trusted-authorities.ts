import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import * as tls from "node:tls";
import { type Config, ConfigError } from "#platform/config/config.ts";

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;
/** Node 24.5 and newer have it. */
const { setDefaultCACertificates } = tls as Partial<typeof tls>;

/**
 * Trusts the certificates of the operator's file, beside the usual authorities, for every TLS connection of the process
 * from now on. Throws ConfigError, so that no start ends in connections that fail one by one.
 */
export function trustCertificates({ trustedCertificates: file }: Pick<Config, "trustedCertificates">): void {
  if (file === null) return;
  if (!setDefaultCACertificates)
    throw new ConfigError("TRUSTED_CERTIFICATES needs Node 24.5 or newer. Set NODE_EXTRA_CA_CERTS instead.");
  setDefaultCACertificates([...tls.getCACertificates("default"), ...certificatesIn(file)]);
}

/** The authorities that every connection trusts, and these certificates: for one connection. */
export const authoritiesWith = (certificates: readonly string[]): string[] => [
  ...tls.getCACertificates("default"),
  ...certificates,
];

function certificatesIn(file: string): string[] {
  const certificates = textOf(file).match(BLOCK) ?? [];
  if (certificates.length === 0)
    throw new ConfigError(`TRUSTED_CERTIFICATES: '${file}' has no certificate in PEM format`);
  for (const [place, certificate] of certificates.entries())
    if (!isCertificate(certificate))
      throw new ConfigError(`TRUSTED_CERTIFICATES: certificate ${place + 1} of '${file}' cannot be read`);
  return certificates;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new ConfigError(`TRUSTED_CERTIFICATES: the file cannot be read: ${(error as Error).message}`);
  }
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).fingerprint256 !== "";
  } catch {
    // Every fault of OpenSSL means the same here.
    return false;
  }
}
