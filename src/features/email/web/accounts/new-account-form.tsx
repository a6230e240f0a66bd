import { t } from "#i18n/message.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import type { ConnectionSecurity, MailServerSettings } from "../../account-model.ts";
import styles from "./account-dialog.module.css";
import { Verdict } from "./check-report.tsx";
import { followHost } from "./follow-host.ts";
import type { NewAccount, NewAccountFields } from "./use-new-account.ts";

/** Asks for address and password first; the servers are looked up, and asked for only where they are not found. */
export const NewAccountForm = ({ account }: { account: NewAccount }) => {
  const { fields, change, servers, setServers, hint, check, fault, trust } = account;
  return (
    <Stack gap={14}>
      <SignInFields fields={fields} hint={hint} onChange={change} />
      {servers && (
        <>
          <ServerFields
            title={t`Reading (IMAP)`}
            server={servers.imap}
            isFirst={servers.imap.host === ""}
            onChange={(imap) => setServers({ imap, smtp: followHost(servers, imap.host) })}
          />
          <ServerFields
            title={t`Sending (SMTP)`}
            server={servers.smtp}
            onChange={(smtp) => setServers({ ...servers, smtp })}
          />
        </>
      )}
      <Verdict
        fault={fault}
        check={check?.isOk ? null : check}
        onTrust={(fingerprint) => void trust(fingerprint)}
      />
    </Stack>
  );
};

/** What the button of such a form says, and while it works. */
export const connectLabel = (busy: NewAccount["busy"]): string =>
  busy === "searching" ? t`Looking for servers...` : busy === "trying" ? t`Trying...` : t`Connect`;

type SignInFieldsProps = {
  fields: NewAccountFields;
  /** What the provider wants in place of the usual password. */
  hint: string | null;
  onChange(field: Partial<NewAccountFields>): void;
};

const SignInFields = ({ fields, hint, onChange }: SignInFieldsProps) => (
  <>
    <TextInput
      data-autofocus
      required
      type="email"
      autoComplete="email"
      label={t`Email address`}
      value={fields.address}
      onChange={({ target }) => onChange({ address: target.value })}
    />
    <TextInput
      required
      type="password"
      autoComplete="off"
      label={t`Password`}
      {...(hint && { description: hint })}
      value={fields.password}
      onChange={({ target }) => onChange({ password: target.value })}
    />
    <TextInput
      label={t`Your name`}
      description={t`Shown to others beside the address.`}
      value={fields.name}
      onChange={({ target }) => onChange({ name: target.value })}
    />
  </>
);

const SECURITY_NAMES: Record<ConnectionSecurity, string> = {
  tls: "TLS",
  starttls: "STARTTLS",
  none: t`Not encrypted`,
};

type ServerFieldsProps = {
  title: string;
  server: MailServerSettings;
  /** What the person has to fill in next. */
  isFirst?: boolean;
  onChange(server: MailServerSettings): void;
};

function ServerFields({ title, server, isFirst, onChange }: ServerFieldsProps) {
  return (
    <fieldset className={styles.server}>
      <legend>{title}</legend>
      <TextInput
        required
        autoFocus={isFirst}
        label={t`Server`}
        value={server.host}
        onChange={({ target }) => onChange({ ...server, host: target.value })}
      />
      <TextInput
        required
        label={t`Port`}
        inputMode="numeric"
        value={String(server.port || "")}
        onChange={({ target }) => onChange({ ...server, port: Number(target.value.replaceAll(/\D/g, "")) })}
      />
      <TextInput
        required
        label={t`User name`}
        value={server.username}
        onChange={({ target }) => onChange({ ...server, username: target.value })}
      />
      <NativeSelect
        label={t`Encryption`}
        value={server.security}
        onChange={({ target }) => onChange({ ...server, security: target.value as ConnectionSecurity })}
        data={Object.entries(SECURITY_NAMES).map(([value, label]) => ({ value, label }))}
      />
    </fieldset>
  );
}
