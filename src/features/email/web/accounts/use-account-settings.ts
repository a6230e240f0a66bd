import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "#ui/overlays/toast.ts";
import type { AccountCheck, MailAccountOnWire } from "../../account-model.ts";
import { mailAccounts } from "../api.ts";
import { reasonOf } from "../toast-failure.ts";

export type AccountSettingsFields = ReturnType<typeof fieldsOf>;

/** The settings of an account as they are typed, saving them, and testing whether it can be reached. */
export function useAccountSettings(account: MailAccountOnWire, onSaved: () => void) {
  const queries = useQueryClient();
  const { id, version } = account;
  const [fields, setFields] = useState(() => fieldsOf(account));
  const [fault, setFault] = useState<string | null>(null);
  const [check, setCheck] = useState<AccountCheck | null>(null);
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
      toast.success("Saved");
    });
  const test = () =>
    during("trying", async () => {
      setCheck(null);
      setCheck(await mailAccounts.check.call({ id }));
    });
  return { fields, change, save, test, fault, check, busy };
}

const fieldsOf = (account: MailAccountOnWire) => ({
  name: account.name,
  signature: account.signature,
  undoSeconds: account.undoSeconds,
  isDefault: account.isDefault,
  authServer: account.isAuthServerChosen ? (account.authServer ?? "") : "",
  password: "",
});
