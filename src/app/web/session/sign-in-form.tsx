import { Button, TextInput } from "@mantine/core";
import { Fingerprint } from "lucide-react";
import { type FormEvent, useState } from "react";
import { passkeyUnavailableReason } from "#platform/client/passkey-device.ts";
import { PasswordField, type Reveal } from "#ui/inputs/password-field.tsx";
import { toast } from "#ui/overlays/toast.ts";
import styles from "./auth-page.module.css";
import { CodeForm } from "./code-form.tsx";
import { usePasskeySignIn, useRequestReset, useSignIn } from "./use-sign-in.ts";
import { validateSignIn } from "./validate-credentials.ts";

export function SignInForm({ password: reveal }: { password: Reveal }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [secondStep, setSecondStep] = useState<string>();
  const signIn = useSignIn(setSecondStep);
  const reset = useRequestReset();
  const passkey = usePasskeySignIn();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const problem = validateSignIn({ email, password });
    if (problem) toast.failure(problem);
    else if (event.currentTarget.reportValidity()) signIn.mutate({ email, password });
  };

  const askForReset = () => {
    if (email) reset.mutate(email);
    else toast.failure("Please enter your email first");
  };

  if (secondStep) return <CodeForm secondStep={secondStep} onBack={() => setSecondStep(undefined)} />;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextInput
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        withAsterisk={false}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        reveal={reveal}
      />
      <Button type="submit" disabled={signIn.isPending} fullWidth>
        {signIn.isPending ? "Signing In..." : "Sign In"}
      </Button>
      {passkeyUnavailableReason() === null && (
        <Button
          variant="default"
          leftSection={<Fingerprint size={16} strokeWidth={1.75} aria-hidden />}
          disabled={passkey.isPending}
          onClick={() => passkey.mutate()}
          fullWidth
        >
          Sign in with a passkey
        </Button>
      )}
      <button type="button" className={styles.quiet} onClick={askForReset} disabled={reset.isPending}>
        Forgot password?
      </button>
    </form>
  );
}
