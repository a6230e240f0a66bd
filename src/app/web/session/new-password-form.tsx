import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { password as passwords } from "#features/settings/web/api.ts";
import { t } from "#i18n/message.ts";
import { useRequest } from "#platform/client/use-write.ts";
import { Button } from "#ui/inputs/button.tsx";
import { PasswordField, type Reveal } from "#ui/inputs/password-field.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { currentSession } from "./current-session.ts";
import { newPasswordFaults, validateNewPassword } from "./validate-credentials.ts";

type NewPasswordFormProps = { token: string; password: Reveal; onDone(): void };

/** Behind the link of a message: sets the password, after which one signs in with it. */
export function NewPasswordForm({ token, password: reveal, onDone }: NewPasswordFormProps) {
  const [password, setPassword] = useState("");
  const [confirmPassword, setConfirmPassword] = useState("");
  const queries = useQueryClient();
  const reset = useRequest({
    send: () => passwords.reset.call({ token, password }),
    done: [t`Password changed`, t`Please sign in with your new password.`],
    failed: t`The password was not changed`,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: currentSession.queryKey });
      onDone();
    },
  });
  const [isSubmitted, setSubmitted] = useState(false);
  const faults = isSubmitted ? newPasswordFaults({ password, confirmPassword }) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    const problem = validateNewPassword({ password, confirmPassword });
    if (problem) toast.failure(problem);
    else reset.mutate();
  };
  return (
    <Stack as="form" pad="20px 0 0" onSubmit={submit} noValidate>
      <PasswordField
        label={t`New password`}
        name="password"
        autoComplete="new-password"
        value={password}
        error={faults.password}
        onChange={setPassword}
        reveal={reveal}
      />
      <PasswordField
        label={t`Confirm Password`}
        name="confirmPassword"
        autoComplete="new-password"
        value={confirmPassword}
        error={faults.confirmPassword}
        onChange={setConfirmPassword}
      />
      <Button type="submit" disabled={reset.isPending} fullWidth>
        {reset.isPending ? t`Saving...` : t`Set new password`}
      </Button>
      <Button variant="subtle" color="gray" onClick={onDone}>
        {t`Not now`}
      </Button>
    </Stack>
  );
}
