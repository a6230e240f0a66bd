import { type FormEvent, useState } from "react";
import { t } from "#i18n/message.ts";
import { fieldErrorsOf } from "#platform/client/resource-client.ts";
import { useRequest } from "#platform/client/use-write.ts";
import { Button } from "#ui/inputs/button.tsx";
import { PasswordField } from "#ui/inputs/password-field.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { password } from "../api.ts";
import styles from "../form.module.css";
import { Section } from "../section.tsx";

const EMPTY = { current: "", next: "", confirm: "" };
type Fields = typeof EMPTY;
type Problems = Partial<Record<keyof Fields, string>>;

export function PasswordSection({ email }: { email: string }) {
  const { field, reveal, submit, isPending } = usePasswordForm();
  return (
    <Section
      title={t`Password`}
      text={t`A new password signs every other browser out. API keys go on working until you revoke them.`}
    >
      <form onSubmit={submit} noValidate>
        <div className={styles.fields}>
          {/* Lets password managers know which account this password is for. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label={t`Current password`}
            name="current"
            autoComplete="current-password"
            {...field("current")}
            reveal={reveal}
          />
          <PasswordField
            label={t`New password`}
            name="next"
            autoComplete="new-password"
            {...field("next")}
            reveal={reveal}
          />
          <PasswordField
            label={t`Confirm new password`}
            name="confirm"
            autoComplete="new-password"
            {...field("confirm")}
          />
        </div>
        <Row as="footer" align="stretch" justify="end" pad="12px 20px" line="above" className={styles.footer}>
          <Button type="submit" disabled={isPending}>
            {isPending ? t`Changing...` : t`Change password`}
          </Button>
        </Row>
      </form>
    </Section>
  );
}

function usePasswordForm() {
  const [fields, setFields] = useState(EMPTY);
  const [problems, setProblems] = useState<Problems>({});
  const [isRevealed, setRevealed] = useState(false);
  const reveal = { isShown: isRevealed, onToggle: () => setRevealed(!isRevealed) };
  const { mutate, isPending } = useChange({
    onDone: () => setFields(EMPTY),
    onRefused: setProblems,
  });
  const field = (name: keyof Fields) => ({
    value: fields[name],
    error: problems[name],
    onChange: (value: string) => {
      setFields((now) => ({ ...now, [name]: value }));
      setProblems({});
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(fields);
    setProblems(found);
    if (Object.keys(found).length === 0) mutate(fields);
  };
  return { field, reveal, submit, isPending };
}

function useChange({ onDone, onRefused }: { onDone(): void; onRefused(problems: Problems): void }) {
  return useRequest({
    send: ({ current, next }: Fields) => password.change.call({ current, next }),
    done: [t`Password changed`, t`Every other browser was signed out.`],
    failed: (error) => (problemOf(error) ? null : t`The password was not changed`),
    onDone,
    onFailed: (error) => {
      const problem = problemOf(error);
      if (problem) onRefused(problem);
    },
  });
}

/** The field that the server refused. */
function problemOf(error: Error): Problems | undefined {
  const { current, password: next } = fieldErrorsOf(error);
  if (current) return { current };
  return next ? { next } : undefined;
}

function problemsOf({ current, next, confirm }: Fields): Problems {
  if (!current) return { current: t`Please enter your current password` };
  if (!next) return { next: t`Please choose a new password` };
  return next === confirm ? {} : { confirm: t`Passwords do not match` };
}
