import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";
import type { AccountCheckOnWire, MailServerSettings } from "../../account-model.ts";
import { mailAccounts } from "../api.ts";
import { reasonOf } from "../toast-failure.ts";
import { sidesOf } from "./certificate.tsx";

export type NewAccountFields = { address: string; password: string; name: string };
type Servers = { imap: MailServerSettings; smtp: MailServerSettings };
type Fingerprints = { imapFingerprint?: string; smtpFingerprint?: string };
type Busy = "searching" | "trying" | null;

type NewAccountOptions = {
  /** The fields as they are filled at first. */
  known?: Partial<NewAccountFields>;
  /** The calendar server takes the same address and password; null if none was found. */
  onConnected(connected: NewAccountFields & { calendarUrl: string | null }): unknown;
};

export type NewAccount = ReturnType<typeof useNewAccount>;

const EMPTY: NewAccountFields = { address: "", password: "", name: "" };

/** Finds the servers of an address, tries them and connects the account; what went wrong is in `check` or `fault`. */
export function useNewAccount({ known = EMPTY, onConnected }: NewAccountOptions) {
  const queries = useQueryClient();
  const [fields, setFields] = useState<NewAccountFields>({ ...EMPTY, ...known });
  const [calendarUrl, setCalendarUrl] = useState<string | null>(null);
  const [servers, setServers] = useState<Servers | null>(null);
  const [hint, setHint] = useState<string | null>(null);
  const [check, setCheck] = useState<AccountCheckOnWire | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState<Busy>(null);
  const { fingerprints, addFrom, forget } = useFingerprints();

  async function findServers() {
    setBusy("searching");
    const found = await mailAccounts.discover.call({ address: fields.address.trim() });
    setHint(found.hint);
    setCalendarUrl(found.calendarUrl);
    const servers = found.imap && found.smtp ? { imap: found.imap, smtp: found.smtp } : null;
    setServers(servers ?? unknownServers(fields.address.trim()));
    if (!servers) setFault(t`The servers of this address are not known. Your provider's help names them.`);
    return servers && { servers, calendarUrl: found.calendarUrl };
  }

  async function connect(trusted = fingerprints): Promise<void> {
    setFault(null);
    setCheck(null);
    try {
      const found = servers ? { servers, calendarUrl } : await findServers();
      if (!found) return;
      setBusy("trying");
      const { address, ...given } = fields;
      const answer = await mailAccounts.connect.call({
        ...{ ...given, ...found.servers, ...trusted },
        address: address.trim(),
      });
      setCheck(answer.check);
      if (!answer.account) return;
      await queries.invalidateQueries({ queryKey: ["mailAccounts"] });
      await onConnected({ ...fields, address: address.trim(), calendarUrl: found.calendarUrl });
      toast.success(t`${answer.account.address} is connected`);
    } catch (failure) {
      setFault(reasonOf(failure));
    } finally {
      setBusy(null);
    }
  }

  const changeServers = (changed: Servers | null) => {
    setServers(changed);
    forget();
  };
  const change = (field: Partial<NewAccountFields>) => {
    setFields({ ...fields, ...field });
    // Another address has other servers.
    if (field.address !== undefined) changeServers(null);
  };
  const trust = (fingerprint: string) => connect(addFrom(check, fingerprint));
  const shown = { fields, servers, hint, check, fault, busy };
  return { ...shown, change, setServers: changeServers, connect: () => connect(), trust };
}

/** The certificates that the person trusts, for the servers that presented them. */
function useFingerprints() {
  const [fingerprints, setFingerprints] = useState<Fingerprints>({});
  const addFrom = (check: AccountCheckOnWire | null, fingerprint: string) => {
    const sides = sidesOf(check, fingerprint);
    const trusted = {
      ...fingerprints,
      ...(sides.includes("reading") && { imapFingerprint: fingerprint }),
      ...(sides.includes("sending") && { smtpFingerprint: fingerprint }),
    };
    setFingerprints(trusted);
    return trusted;
  };
  return { fingerprints, addFrom, forget: () => setFingerprints({}) };
}

const unknownServers = (username: string): Servers => ({
  imap: { host: "", port: 993, security: "tls", username },
  smtp: { host: "", port: 465, security: "tls", username },
});
