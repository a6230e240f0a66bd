import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import type { AccountCheck, ConnectionSecurity, MailServerSettings } from "../../model.ts";
import { mailAccounts } from "../api.ts";
import { reasonOf } from "../toast-failure.ts";
import styles from "./account-dialog.module.css";
import { Verdict } from "./check-report.tsx";

type Busy = "searching" | "trying" | null;

/** Asks for address and password first; the servers are looked up, and asked for only where they are not found. */
export function AccountDialog({ onClose }: { onClose(): void }) {
  const queries = useQueryClient();
  const [fields, setFields] = useState({ address: "", password: "", name: "" });
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
      onClose();
      toast.success(`${answer.account.address} is connected`);
    } catch (failure) {
      setFault(reasonOf(failure));
    } finally {
      setBusy(null);
    }
  }

  const change = (field: Partial<typeof fields>) => {
    setFields({ ...fields, ...field });
    // Another address has other servers.
    if (field.address !== undefined) setServers(null);
  };
  return (
    <Dialog
      isOpen
      title="Add a mail account"
      description="Any mailbox that speaks IMAP and SMTP. The password is kept encrypted and never shown again."
      onClose={onClose}
      onSubmit={() => void connect()}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" variant="filled" isBusy={busy !== null}>
            {busy === "searching" ? "Looking for servers..." : busy === "trying" ? "Trying..." : "Connect"}
          </BusyButton>
        </>
      }
    >
      <Stack gap={14}>
        <TextInput
          data-autofocus
          required
          type="email"
          autoComplete="email"
          label="Email address"
          value={fields.address}
          onChange={({ target }) => change({ address: target.value })}
        />
        <TextInput
          required
          type="password"
          autoComplete="off"
          label="Password"
          {...(hint && { description: hint })}
          value={fields.password}
          onChange={({ target }) => change({ password: target.value })}
        />
        <TextInput
          label="Your name"
          description="Shown to others beside the address."
          value={fields.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        {servers && (
          <>
            <ServerFields
              title="Reading (IMAP)"
              server={servers.imap}
              onChange={(imap) => setServers({ ...servers, imap })}
            />
            <ServerFields
              title="Sending (SMTP)"
              server={servers.smtp}
              onChange={(smtp) => setServers({ ...servers, smtp })}
            />
          </>
        )}
        <Verdict fault={fault} check={check?.isOk ? null : check} />
      </Stack>
    </Dialog>
  );
}

type Servers = { imap: MailServerSettings; smtp: MailServerSettings };

const unknownServers = (username: string): Servers => ({
  imap: { host: "", port: 993, security: "tls", username },
  smtp: { host: "", port: 465, security: "tls", username },
});

const SECURITY_NAMES: Record<ConnectionSecurity, string> = {
  tls: "TLS",
  starttls: "STARTTLS",
  none: "Not encrypted",
};

type ServerFieldsProps = {
  title: string;
  server: MailServerSettings;
  onChange(server: MailServerSettings): void;
};

function ServerFields({ title, server, onChange }: ServerFieldsProps) {
  return (
    <fieldset className={styles.server}>
      <legend>{title}</legend>
      <TextInput
        required
        label="Server"
        value={server.host}
        onChange={({ target }) => onChange({ ...server, host: target.value })}
      />
      <TextInput
        required
        label="Port"
        inputMode="numeric"
        value={String(server.port || "")}
        onChange={({ target }) => onChange({ ...server, port: Number(target.value.replaceAll(/\D/g, "")) })}
      />
      <TextInput
        required
        label="User name"
        value={server.username}
        onChange={({ target }) => onChange({ ...server, username: target.value })}
      />
      <NativeSelect
        label="Encryption"
        value={server.security}
        onChange={({ target }) => onChange({ ...server, security: target.value as ConnectionSecurity })}
        data={Object.entries(SECURITY_NAMES).map(([value, label]) => ({ value, label }))}
      />
    </fieldset>
  );
}
