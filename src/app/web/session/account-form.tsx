import { type FormEvent, useState } from "react";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { PasswordField, type Reveal } from "#ui/inputs/password-field.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { toast } from "#ui/overlays/toast.ts";

import { type SignUpFields, validateSignUp } from "./validate-credentials.ts";

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

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const problem = validateSignUp(fields);
    const { fullName, email, password } = fields;
    if (problem) toast.failure(problem);
    else if (event.currentTarget.reportValidity()) onSubmit({ fullName, email, password });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack pad="20px 0 0">
        <TextInput
          label="Full Name"
          name="fullName"
          autoComplete="name"
          required
          withAsterisk={false}
          value={fields.fullName}
          onChange={(event) => set("fullName")(event.currentTarget.value)}
        />
        <TextInput
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          value={fields.email}
          onChange={(event) => set("email")(event.currentTarget.value)}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          value={fields.password}
          onChange={set("password")}
          reveal={reveal}
        />
        <PasswordField
          label="Confirm Password"
          name="confirmPassword"
          autoComplete="new-password"
          value={fields.confirmPassword}
          onChange={set("confirmPassword")}
        />
        <Button type="submit" disabled={isPending} fullWidth>
          {isPending ? "Creating Account..." : label}
        </Button>
      </Stack>
    </form>
  );
}
