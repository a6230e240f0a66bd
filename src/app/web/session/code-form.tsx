import { type FormEvent, useState } from "react";
import { t } from "#i18n/message.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { useSecondStep } from "./use-sign-in.ts";

type CodeFormProps = { secondStep: string; onBack(): void };

/** After the password: the code of the authenticator app, or one of the recovery codes. */
export function CodeForm({ secondStep, onBack }: CodeFormProps) {
  const [code, setCode] = useState("");
  const finish = useSecondStep(secondStep);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== "") finish.mutate(code);
  };
  return (
    <Stack as="form" pad="20px 0 0" onSubmit={submit} noValidate>
      <TextInput
        label={t`Code`}
        description={t`The six digits that your authenticator app shows now, or a recovery code`}
        name="code"
        autoComplete="one-time-code"
        inputMode="text"
        autoFocus
        maxLength={40}
        value={code}
        error={finish.error?.message}
        onChange={(event) => {
          finish.reset();
          setCode(event.currentTarget.value);
        }}
      />
      <Button type="submit" disabled={finish.isPending || code.trim() === ""} fullWidth>
        {finish.isPending ? t`Signing In...` : t`Sign In`}
      </Button>
      <Button variant="subtle" color="gray" onClick={onBack}>
        {t`Back to the password`}
      </Button>
    </Stack>
  );
}
