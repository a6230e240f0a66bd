import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Textarea } from "#ui/fields/textarea.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import type { AccountCheck, MailAccountOnWire } from "../../model.ts";
import { mailAccounts } from "../api.ts";
import { reasonOf } from "../toast-failure.ts";
import { Verdict } from "./check-report.tsx";

type AccountSettingsProps = { account: MailAccountOnWire; onClose(): void; onDisconnect(): void };

const SECONDS = [0, 5, 10, 20, 30, 60];
const USUAL = "usual";

/** Name, signature and password of the account, and a connection test. */
export function AccountSettings({ account, onClose, onDisconnect }: AccountSettingsProps) {
  const queries = useQueryClient();
  const { id, version, address } = account;
  const [fields, setFields] = useState({
    name: account.name,
    signature: account.signature,
    undoSeconds: account.undoSeconds,
    isDefault: account.isDefault,
    authServer: account.isAuthServerChosen ? (account.authServer ?? "") : "",
    password: "",
  });
  const [fault, setFault] = useState<string | null>(null);
  const [check, setCheck] = useState<AccountCheck | null>(null);
  const [busy, setBusy] = useState<"saving" | "trying" | null>(null);
  const change = (parts: Partial<typeof fields>) => setFields({ ...fields, ...parts });
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
      onClose();
      toast.success("Saved");
    });
  const tryIt = () =>
    during("trying", async () => {
      setCheck(null);
      setCheck(await mailAccounts.check.call({ id }));
    });
  return (
    <Dialog
      isOpen
      title={address}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <>
          <Button variant="subtle" color="red" data-apart onClick={onDisconnect}>
            Disconnect
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" variant="filled" isBusy={busy === "saving"}>
            Save
          </BusyButton>
        </>
      }
    >
      <Stack gap={14}>
        <TextInput
          data-autofocus
          label="Your name"
          description="Shown to others beside the address."
          maxLength={200}
          value={fields.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <Textarea
          label="Signature"
          description="Added to mail from this account. Empty: your default signature."
          rows={4}
          autosize={false}
          maxLength={10_000}
          value={fields.signature}
          onChange={({ target }) => change({ signature: target.value })}
        />
        <NativeSelect
          label="Undo sending"
          value={fields.undoSeconds === null ? USUAL : String(fields.undoSeconds)}
          onChange={({ target }) =>
            change({ undoSeconds: target.value === USUAL ? null : Number(target.value) })
          }
          data={[
            { value: USUAL, label: "As everywhere" },
            ...SECONDS.map((seconds) => ({
              value: String(seconds),
              label: seconds === 0 ? "Not at all" : `For ${seconds} seconds`,
            })),
          ]}
        />
        <TextInput
          label="Server that checks senders"
          description="Its name stands first in the Authentication-Results of your mail. Left empty, it is learnt from your inbox. Until it is known, changes to events by mail wait for your click."
          placeholder={account.authServer ?? "Not known yet"}
          maxLength={253}
          value={fields.authServer}
          onChange={({ target }) => change({ authServer: target.value })}
        />
        <Checkbox
          label="Send new mail from this account"
          disabled={account.isDefault}
          checked={fields.isDefault}
          onChange={({ target }) => change({ isDefault: target.checked })}
        />
        {account.kind === "imap" && (
          <TextInput
            type="password"
            autoComplete="off"
            label="New password"
            description="Leave it empty to keep the one that is stored."
            value={fields.password}
            onChange={({ target }) => change({ password: target.value })}
          />
        )}
        <Row gap={14} lineGap={8} wrap>
          <BusyButton variant="default" isBusy={busy === "trying"} onClick={() => void tryIt()}>
            Test the connection
          </BusyButton>
          {check?.isOk && (
            <Text as="span" tone="good" size="list">
              Reading and sending work.
            </Text>
          )}
        </Row>
        <Verdict fault={fault} check={check} />
      </Stack>
    </Dialog>
  );
}
