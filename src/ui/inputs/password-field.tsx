import { Eye, EyeOff } from "lucide-react";
import { t } from "#i18n/message.ts";
import { TextInput } from "../fields/text-input.tsx";
import { IconButton } from "./icon-button.tsx";

export type Reveal = { isShown: boolean; onToggle(): void };

type PasswordFieldProps = {
  label: string;
  name: string;
  autoComplete: "current-password" | "new-password";
  value: string;
  onChange(value: string): void;
  /** Left out where the password is never revealed. */
  reveal?: Reveal;
  error?: string | undefined;
  className?: string | undefined;
};

export function PasswordField(props: PasswordFieldProps) {
  const { label, name, autoComplete, value, onChange, reveal, error, className } = props;
  return (
    <TextInput
      className={className}
      label={label}
      name={name}
      type={reveal?.isShown ? "text" : "password"}
      autoComplete={autoComplete}
      required
      withAsterisk={false}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSection={
        reveal && (
          <IconButton
            label={reveal.isShown ? t`Hide password` : t`Show password`}
            icon={reveal.isShown ? EyeOff : Eye}
            onClick={reveal.onToggle}
          />
        )
      }
    />
  );
}
