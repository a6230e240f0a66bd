import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError } from "#platform/client/resource-client.ts";
import { CopyButton } from "#ui/inputs/copy-button.tsx";
import { PasswordField } from "#ui/inputs/password-field.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { secondFactor } from "../api.ts";
import { QrCode } from "./qr-code.tsx";
import styles from "./second-factor-dialog.module.css";

export type SecondFactorTask = "add" | "renew" | "remove";

const TITLES: Record<SecondFactorTask, string> = {
  add: "Switch on two-step sign-in",
  renew: "New recovery codes",
  remove: "Switch off two-step sign-in",
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
        <AskPassword task={task} onGiven={setGiven} onRemoved={onClose} />
      )}
    </Dialog>
  );
}

type AskPasswordProps = { task: SecondFactorTask; onGiven(given: Given): void; onRemoved(): void };

function AskPassword({ task, onGiven, onRemoved }: AskPasswordProps) {
  const [password, setPassword] = useState("");
  const [isShown, setShown] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (): Promise<Given | null> => {
      if (task === "add") return { secret: await secondFactor.prepare.call({ password }) };
      if (task === "renew")
        return { codes: (await secondFactor.renewCodes.call({ password })).recoveryCodes };
      await secondFactor.remove.call({ password });
      return null;
    },
    onSuccess: (answer) => {
      if (answer) return onGiven(answer);
      toast.success("Two-step sign-in is off");
      onRemoved();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password) mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        value={password}
        error={fieldOf(error, "password")}
        onChange={(value) => {
          reset();
          setPassword(value);
        }}
        reveal={{ isShown, onToggle: () => setShown(!isShown) }}
      />
      <footer className={styles.footer}>
        <Button type="submit" disabled={isPending || !password}>
          {task === "remove" ? "Switch off" : "Continue"}
        </Button>
      </footer>
    </form>
  );
}

type FirstCodeProps = { secret: string; link: string; onCodes(codes: readonly string[]): void };

function FirstCode({ secret, link, onCodes }: FirstCodeProps) {
  const [code, setCode] = useState("");
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => secondFactor.confirm.call({ code }),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.words}>
        Scan this with your authenticator app. Without a camera type the key below, or{" "}
        <a href={link}>open it here</a> if the app is on this device.
      </p>
      <QrCode text={link} label="Code for your authenticator app" />
      <div className={styles.secret}>
        <code className={styles.code}>{(secret.match(/.{4}/g) ?? []).join(" ")}</code>
        <CopyButton text={secret} label="Copy the key" />
      </div>
      <TextInput
        label="Code that the app shows now"
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
      <footer className={styles.footer}>
        <Button type="submit" disabled={isPending || code.trim().length < 6}>
          Switch on
        </Button>
      </footer>
    </form>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  return (
    <div className={styles.form}>
      <p className={styles.words}>
        For the day your phone is lost: each of these signs you in once in place of a code. They are shown now
        and never again.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code} className={styles.code}>
            {code}
          </li>
        ))}
      </ul>
      <footer className={styles.footer}>
        <CopyButton text={codes.join("\n")} label="Copy all" />
        <Button onClick={onDone}>I have saved them</Button>
      </footer>
    </div>
  );
}

const fieldOf = (error: Error | null, field: string): string | undefined =>
  (error instanceof ApiError && error.details.fields?.[field]) || error?.message;
