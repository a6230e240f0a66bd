import { Fingerprint } from "lucide-react";
import { type FormEvent, useState } from "react";
import { t } from "#i18n/message.ts";
import { passkeyUnavailableReason } from "#platform/client/passkey-device.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { PasswordField, type Reveal } from "#ui/inputs/password-field.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { CodeForm } from "./code-form.tsx";
import { usePasskeySignIn, useRequestReset, useSignIn } from "./use-sign-in.ts";
import { validateSignIn } from "./validate-credentials.ts";

export function SignInForm({ password: reveal }: { password: Reveal }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isSubmitted, setSubmitted] = useState(false);
  const [secondStep, setSecondStep] = useState<string>();
  const signIn = useSignIn(setSecondStep);
  const reset = useRequestReset();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    const problem = validateSignIn({ email, password });
    if (problem) toast.failure(problem);
    else if (event.currentTarget.reportValidity()) signIn.mutate({ email, password });
  };

  const requestReset = () => {
    if (email) reset.mutate(email);
    else toast.failure(t`Please enter your email first`);
  };

  if (secondStep) return <CodeForm secondStep={secondStep} onBack={() => setSecondStep(undefined)} />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack pad="20px 0 0">
        <TextInput
          label={t`Email`}
          name="email"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          value={email}
          error={isSubmitted && !email && t`Enter your email`}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordField
          label={t`Password`}
          name="password"
          autoComplete="current-password"
          value={password}
          error={isSubmitted && !password ? t`Enter your password` : undefined}
          onChange={setPassword}
          reveal={reveal}
        />
        <Button type="submit" disabled={signIn.isPending} fullWidth>
          {signIn.isPending ? t`Signing In...` : t`Sign In`}
        </Button>
        {passkeyUnavailableReason() === null && <PasskeyButton />}
        <Button variant="subtle" color="gray" onClick={requestReset} disabled={reset.isPending}>
          {t`Forgot password?`}
        </Button>
      </Stack>
    </form>
  );
}

function PasskeyButton() {
  const passkey = usePasskeySignIn();
  return (
    <Button
      variant="default"
      leftSection={<Fingerprint size={16} strokeWidth={1.75} aria-hidden />}
      disabled={passkey.isPending}
      onClick={() => passkey.mutate()}
      fullWidth
    >
      {t`Sign in with a passkey`}
    </Button>
  );
}
