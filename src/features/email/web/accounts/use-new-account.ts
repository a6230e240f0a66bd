import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "#ui/overlays/toast.ts";
import type { AccountCheck, MailServerSettings } from "../../account-model.ts";
import { mailAccounts } from "../api.ts";
import { reasonOf } from "../toast-failure.ts";

export type NewAccountFields = { address: string; password: string; name: string };
type Servers = { imap: MailServerSettings; smtp: MailServerSettings };
type Busy = "searching" | "trying" | null;

/** Finds the servers of an address, tries them and connects the account; what went wrong is in `check` or `fault`. */
export function useNewAccount(onConnected: () => void) {
  const queries = useQueryClient();
  const [fields, setFields] = useState<NewAccountFields>({ address: "", password: "", name: "" });
  const [servers, setServers] = useState<Servers | null>(null);
  const [hint, setHint] = useState<string | null>(null);
  const [check, setCheck] = useState<AccountCheck | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState<Busy>(null);

  async function findServers(): Promise<Servers | null> {
    setBusy("searching");
    const found = await mailAccounts.discover.call({ address: fields.address.trim() });
    setHint(found.hint);
    const known = found.imap && found.smtp ? { imap: found.imap, smtp: found.smtp } : null;
    setServers(known ?? unknownServers(fields.address.trim()));
    if (!known) setFault("The servers of this address are not known. Your provider's help names them.");
    return known;
  }

  async function connect(): Promise<void> {
    setFault(null);
    setCheck(null);
    try {
      const used = servers ?? (await findServers());
      if (!used) return;
      setBusy("trying");
      const { address, ...given } = fields;
      const answer = await mailAccounts.connect.call({ ...given, ...used, address: address.trim() });
      setCheck(answer.check);
      if (!answer.account) return;
      await queries.invalidateQueries({ queryKey: ["mailAccounts"] });
      onConnected();
      toast.success(`${answer.account.address} is connected`);
    } catch (failure) {
      setFault(reasonOf(failure));
    } finally {
      setBusy(null);
    }
  }

  const change = (field: Partial<NewAccountFields>) => {
    setFields({ ...fields, ...field });
    // Another address has other servers.
    if (field.address !== undefined) setServers(null);
  };
  return { fields, change, servers, setServers, hint, check, fault, busy, connect };
}

const unknownServers = (username: string): Servers => ({
  imap: { host: "", port: 993, security: "tls", username },
  smtp: { host: "", port: 465, security: "tls", username },
});
