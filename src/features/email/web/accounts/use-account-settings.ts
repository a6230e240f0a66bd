import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";
import type { AccountCheckOnWire, MailAccountOnWire, Side } from "../../account-model.ts";
import { mailAccounts } from "../api.ts";
import { reasonOf } from "../toast-failure.ts";
import { sidesOf } from "./certificate.tsx";

export type AccountSettingsFields = ReturnType<typeof fieldsOf>;

/** The settings of an account as they are typed, saving them, and testing whether it can be reached. */
export function useAccountSettings(opened: MailAccountOnWire, onSaved: () => void) {
  const queries = useQueryClient();
  // As it is after a certificate was trusted here: saving names its version.
  const [account, setAccount] = useState(opened);
  const { id, version } = account;
  const [fields, setFields] = useState(() => fieldsOf(account));
  const [fault, setFault] = useState<string | null>(null);
  const [check, setCheck] = useState<AccountCheckOnWire | null>(null);
  const [busy, setBusy] = useState<"saving" | "trying" | null>(null);
  const change = (parts: Partial<AccountSettingsFields>) => setFields({ ...fields, ...parts });
  const during = async (kind: "saving" | "trying", work: () => Promise<void>) => {
    setBusy(kind);
    setFault(null);
    await work().catch((error: unknown) => setFault(reasonOf(error)));
    setBusy(null);
  };
  const save = () =>
    during("saving", async () => {
      const { password, isDefault, authServer, ...rest } = fields;
      const chosen = authServer.trim() || null;
      const wasChosen = account.isAuthServerChosen ? account.authServer : null;
      await mailAccounts.update.call({
        ...{ id, version, ...rest },
        ...(chosen !== wasChosen && { authServer: chosen }),
        ...(password !== "" && { password }),
        ...(isDefault && !account.isDefault && { isDefault: true }),
      });
      await queries.invalidateQueries({ queryKey: ["mailAccounts"] });
      onSaved();
      toast.success(t`Saved`);
    });
  const test = () =>
    during("trying", async () => {
      setCheck(null);
      setCheck(await mailAccounts.check.call({ id }));
    });
  const trust = (fingerprint: string) =>
    during("trying", async () => {
      setCheck(null);
      for (const side of sidesOf(check, fingerprint))
        setAccount(await mailAccounts.trustCertificate.call({ id, side, fingerprint }));
      await queries.invalidateQueries({ queryKey: ["mailAccounts"] });
      setCheck(await mailAccounts.check.call({ id }));
    });
  const withdraw = (side: Side) =>
    during("trying", async () => {
      setCheck(null);
      setAccount(await mailAccounts.distrustCertificate.call({ id, side }));
      await queries.invalidateQueries({ queryKey: ["mailAccounts"] });
      toast.success(t`This certificate is no longer trusted`);
    });
  return { account, fields, change, save, test, trust, withdraw, fault, check, busy };
}

const fieldsOf = (account: MailAccountOnWire) => ({
  name: account.name,
  signature: account.signature,
  undoSeconds: account.undoSeconds,
  isDefault: account.isDefault,
  authServer: account.isAuthServerChosen ? (account.authServer ?? "") : "",
  password: "",
});
