import { TextInput } from "@mantine/core";
import { Eye, EyeOff } from "lucide-react";
import { IconButton } from "#ui/icon-button.tsx";

export type Reveal = { isShown: boolean; onToggle(): void };

type PasswordFieldProps = {
  label: string;
  name: string;
  autoComplete: "current-password" | "new-password";
  value: string;
  onChange(value: string): void;
  /** Left out where the password is never revealed. */
  reveal?: Reveal;
};

export function PasswordField({ label, name, autoComplete, value, onChange, reveal }: PasswordFieldProps) {
  return (
    <TextInput
      label={label}
      name={name}
      type={reveal?.isShown ? "text" : "password"}
      autoComplete={autoComplete}
      required
      withAsterisk={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSection={
        reveal && (
          <IconButton
            label={reveal.isShown ? "Hide password" : "Show password"}
            icon={reveal.isShown ? EyeOff : Eye}
            onClick={reveal.onToggle}
          />
        )
      }
    />
  );
}
