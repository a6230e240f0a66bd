import { useState } from "react";
import { PasswordField } from "../inputs/password-field.tsx";

type PasswordInputProps = Omit<
  React.ComponentProps<typeof PasswordField>,
  "reveal" | "name" | "autoComplete"
>;

/** The password of another program's account: its person may see what was typed, and no browser fills in its own. */
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
