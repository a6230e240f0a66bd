import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import styles from "./auth-page.module.css";
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
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextInput
        label="Code"
        description="The six digits that your authenticator app shows now, or a recovery code"
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
        {finish.isPending ? "Signing In..." : "Sign In"}
      </Button>
      <button type="button" className={styles.quiet} onClick={onBack}>
        Back to the password
      </button>
    </form>
  );
}
