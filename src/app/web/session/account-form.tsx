import { type FormEvent, useState } from "react";
import { t } from "#i18n/message.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { PasswordField, type Reveal } from "#ui/inputs/password-field.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { toast } from "#ui/overlays/toast.ts";

import { type SignUpFields, signUpFaults, validateSignUp } from "./validate-credentials.ts";

const EMPTY: SignUpFields = { fullName: "", email: "", password: "", confirmPassword: "" };

type AccountFormProps = {
  password: Reveal;
  isPending: boolean;
  label: string;
  onSubmit(fields: Omit<SignUpFields, "confirmPassword">): void;
};

/** The form that creates an account: for sign-up and for the set-up link. */
export function AccountForm({ password: reveal, isPending, label, onSubmit }: AccountFormProps) {
  const [fields, setFields] = useState(EMPTY);
  const set = (name: keyof SignUpFields) => (value: string) =>
    setFields((now) => ({ ...now, [name]: value }));

  const [isSubmitted, setSubmitted] = useState(false);
  const faults = isSubmitted ? signUpFaults(fields) : {};
  const given = (name: keyof SignUpFields) => ({ name, value: fields[name], error: faults[name] });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    const problem = validateSignUp(fields);
    const { fullName, email, password } = fields;
    if (problem) toast.failure(problem);
    else if (event.currentTarget.reportValidity()) onSubmit({ fullName, email, password });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack pad="20px 0 0">
        <TextInput
          label={t`Full Name`}
          {...given("fullName")}
          autoComplete="name"
          required
          withAsterisk={false}
          onChange={(event) => set("fullName")(event.currentTarget.value)}
        />
        <TextInput
          label={t`Email`}
          {...given("email")}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          onChange={(event) => set("email")(event.currentTarget.value)}
        />
        <PasswordField
          label={t`Password`}
          {...given("password")}
          autoComplete="new-password"
          onChange={set("password")}
          reveal={reveal}
        />
        <PasswordField
          label={t`Confirm Password`}
          {...given("confirmPassword")}
          autoComplete="new-password"
          onChange={set("confirmPassword")}
        />
        <Button type="submit" disabled={isPending} fullWidth>
          {isPending ? t`Creating Account...` : label}
        </Button>
      </Stack>
    </form>
  );
}
