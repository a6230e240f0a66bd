import { useState } from "react";
import { PasswordField } from "../inputs/password-field.tsx";

type PasswordInputProps = Omit<
  React.ComponentProps<typeof PasswordField>,
  "reveal" | "name" | "autoComplete"
>;

/** The password of an external account: the user can reveal the typed text, and browsers do not autofill it. */
export function PasswordInput(props: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  return (
    <PasswordField
      {...props}
      name="account-password"
      autoComplete="new-password"
      reveal={{ isShown, onToggle: () => setShown(!isShown) }}
    />
  );
}
