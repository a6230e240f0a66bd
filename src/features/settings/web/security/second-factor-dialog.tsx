import { type FormEvent, useState } from "react";
import { t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { useRequest } from "#platform/client/use-write.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { CopyButton } from "#ui/inputs/copy-button.tsx";
import { PasswordField } from "#ui/inputs/password-field.tsx";
import { Grid, Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { secondFactor } from "../api.ts";
import { QrCode } from "./qr-code.tsx";
import styles from "./second-factor-dialog.module.css";

export type SecondFactorTask = "add" | "renew" | "remove";

const TITLES: Record<SecondFactorTask, string> = {
  add: t`Switch on two-step sign-in`,
  renew: t`New recovery codes`,
  remove: t`Switch off two-step sign-in`,
};

type Given = { secret?: { secret: string; link: string }; codes?: readonly string[] };

/** Password, then the app's secret and a first code, then the recovery codes: one step at a time. */
export function SecondFactorDialog({ task, onClose }: { task: SecondFactorTask; onClose(): void }) {
  const [given, setGiven] = useState<Given>({});
  return (
    <Dialog title={TITLES[task]} isOpen onClose={onClose}>
      {given.codes ? (
        <RecoveryCodes codes={given.codes} onDone={onClose} />
      ) : given.secret ? (
        <FirstCode {...given.secret} onCodes={(codes) => setGiven({ codes })} />
      ) : (
        <PasswordPrompt task={task} onGiven={setGiven} onRemoved={onClose} />
      )}
    </Dialog>
  );
}

type PasswordPromptProps = { task: SecondFactorTask; onGiven(given: Given): void; onRemoved(): void };

function PasswordPrompt({ task, onGiven, onRemoved }: PasswordPromptProps) {
  const [password, setPassword] = useState("");
  const [isRevealed, setRevealed] = useState(false);
  const { mutate, isPending, error, reset } = useRequest({
    send: async (): Promise<Given | null> => {
      if (task === "add") return { secret: await secondFactor.prepare.call({ password }) };
      if (task === "renew")
        return { codes: (await secondFactor.renewCodes.call({ password })).recoveryCodes };
      await secondFactor.remove.call({ password });
      return null;
    },
    done: (given) => (given ? undefined : t`Two-step sign-in is off`),
    failed: null,
    onDone: (given) => (given ? onGiven(given) : onRemoved()),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password) mutate();
  };
  return (
    <Stack as="form" onSubmit={submit} noValidate>
      <PasswordField
        label={t`Your password`}
        name="password"
        autoComplete="current-password"
        value={password}
        error={fieldOf(error, "password")}
        onChange={(value) => {
          reset();
          setPassword(value);
        }}
        reveal={{ isShown: isRevealed, onToggle: () => setRevealed(!isRevealed) }}
      />
      <Row as="footer" justify="end">
        <Button type="submit" disabled={isPending || !password}>
          {task === "remove" ? t`Switch off` : t`Continue`}
        </Button>
      </Row>
    </Stack>
  );
}

type FirstCodeProps = { secret: string; link: string; onCodes(codes: readonly string[]): void };

function FirstCode({ secret, link, onCodes }: FirstCodeProps) {
  const [code, setCode] = useState("");
  const { mutate, isPending, error, reset } = useRequest({
    send: () => secondFactor.confirm.call({ code }),
    failed: null,
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <Stack as="form" onSubmit={submit} noValidate>
      <Text tone="soft" textWrap="pretty" className={styles.words}>
        {rich(
          t`Scan this with your authenticator app. Without a camera type the key below, or <0>open it here</0> if the app is on this device.`,
          (words) => (
            <a href={link}>{words}</a>
          ),
        )}
      </Text>
      <QrCode text={link} label={t`Code for your authenticator app`} />
      <Row justify="space-between" pad="10px 12px" surface="outline" className={styles.secret}>
        <code className={styles.code}>{(secret.match(/.{4}/g) ?? []).join(" ")}</code>
        <CopyButton text={secret} label={t`Copy the key`} />
      </Row>
      <TextInput
        label={t`Code that the app shows now`}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        value={code}
        error={fieldOf(error, "code")}
        onChange={(event) => {
          reset();
          setCode(event.currentTarget.value);
        }}
      />
      <Row as="footer" justify="end">
        <Button type="submit" disabled={isPending || code.trim().length < 6}>
          {t`Switch on`}
        </Button>
      </Row>
    </Stack>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  return (
    <Stack>
      <Text tone="soft" textWrap="pretty" className={styles.words}>
        {t`For the day your phone is lost: each of these signs you in once in place of a code. They are shown now and never again.`}
      </Text>
      <Grid
        as="ul"
        columns="9.5rem"
        gap={16}
        lineGap={8}
        pad="12px 14px"
        surface="outline"
        className={styles.codes}
        aria-label={t`Recovery codes`}
      >
        {codes.map((code) => (
          <li key={code} className={styles.code}>
            {code}
          </li>
        ))}
      </Grid>
      <Row as="footer" justify="end">
        <CopyButton text={codes.join("\n")} label={t`Copy all`} />
        <Button onClick={onDone}>{t`I have saved them`}</Button>
      </Row>
    </Stack>
  );
}

const fieldOf = (error: Error | null, field: string): string | undefined =>
  (error instanceof ApiError && error.details.fields?.[field]) || error?.message;
