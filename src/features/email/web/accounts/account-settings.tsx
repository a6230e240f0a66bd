import { plural, t } from "#i18n/message.ts";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Textarea } from "#ui/fields/textarea.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import type { MailAccountOnWire } from "../../account-model.ts";
import { TrustedCertificates } from "./certificate.tsx";
import { Verdict } from "./check-report.tsx";
import { type AccountSettingsFields, useAccountSettings } from "./use-account-settings.ts";

type AccountSettingsProps = { account: MailAccountOnWire; onClose(): void; onDisconnect(): void };

/** Name, signature and password of the account, and a connection test. */
export function AccountSettings({ account: opened, onClose, onDisconnect }: AccountSettingsProps) {
  const settings = useAccountSettings(opened, onClose);
  const { account, fields, change, save, test, trust, withdraw, fault, check, busy } = settings;
  return (
    <Dialog
      isOpen
      title={account.address}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <>
          <Button variant="subtle" color="red" data-apart onClick={onDisconnect}>
            {t`Disconnect`}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <BusyButton type="submit" variant="filled" isBusy={busy === "saving"}>
            {t`Save`}
          </BusyButton>
        </>
      }
    >
      <Stack gap={14}>
        <WritingFields fields={fields} onChange={change} />
        <TextInput
          label={t`Server that checks senders`}
          description={t`Its name stands first in the Authentication-Results of your mail. Left empty, it is learnt from your inbox. Until it is known, changes to events by mail wait for your click.`}
          placeholder={account.authServer ?? t`Not known yet`}
          maxLength={253}
          value={fields.authServer}
          onChange={({ target }) => change({ authServer: target.value })}
        />
        <Checkbox
          label={t`Send new mail from this account`}
          disabled={account.isDefault}
          checked={fields.isDefault}
          onChange={({ target }) => change({ isDefault: target.checked })}
        />
        {account.kind === "imap" && (
          <TextInput
            type="password"
            autoComplete="off"
            label={t`New password`}
            description={t`Leave it empty to keep the one that is stored.`}
            value={fields.password}
            onChange={({ target }) => change({ password: target.value })}
          />
        )}
        <ConnectionTest isBusy={busy === "trying"} isOk={check?.isOk === true} onTest={() => void test()} />
        <Verdict fault={fault} check={check} onTrust={(fingerprint) => void trust(fingerprint)} />
        <TrustedCertificates account={account} onWithdraw={(side) => void withdraw(side)} />
      </Stack>
    </Dialog>
  );
}

const SECONDS = [0, 5, 10, 20, 30, 60];
const USUAL = "usual";

type WritingFieldsProps = {
  fields: AccountSettingsFields;
  onChange(parts: Partial<AccountSettingsFields>): void;
};

/** What holds for mail that is written from this account. */
const WritingFields = ({ fields, onChange }: WritingFieldsProps) => (
  <>
    <TextInput
      data-autofocus
      label={t`Your name`}
      description={t`Shown to others beside the address.`}
      maxLength={200}
      value={fields.name}
      onChange={({ target }) => onChange({ name: target.value })}
    />
    <Textarea
      label={t`Signature`}
      description={t`Added to mail from this account. Empty: your default signature.`}
      rows={4}
      autosize={false}
      maxLength={10_000}
      value={fields.signature}
      onChange={({ target }) => onChange({ signature: target.value })}
    />
    <NativeSelect
      label={t`Undo sending`}
      value={fields.undoSeconds === null ? USUAL : String(fields.undoSeconds)}
      onChange={({ target }) =>
        onChange({ undoSeconds: target.value === USUAL ? null : Number(target.value) })
      }
      data={[
        { value: USUAL, label: t`As everywhere` },
        ...SECONDS.map((seconds) => ({
          value: String(seconds),
          label:
            seconds === 0
              ? t`Not at all`
              : plural(seconds, { one: `For ${seconds} second`, other: `For ${seconds} seconds` }),
        })),
      ]}
    />
  </>
);

type ConnectionTestProps = { isBusy: boolean; isOk: boolean; onTest(): void };

const ConnectionTest = ({ isBusy, isOk, onTest }: ConnectionTestProps) => (
  <Row gap={14} lineGap={8} wrap>
    <BusyButton variant="default" isBusy={isBusy} onClick={onTest}>
      {t`Test the connection`}
    </BusyButton>
    {isOk && (
      <Text as="span" tone="good" size="list">
        {t`Reading and sending work.`}
      </Text>
    )}
  </Row>
);
