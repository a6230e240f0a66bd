import { useQuery } from "@tanstack/react-query";
import { session } from "#features/settings/web/api.ts";
import { t } from "#i18n/message.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Spinner } from "#ui/feedback/spinner.tsx";
import type { Reveal } from "#ui/inputs/password-field.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { AccountForm } from "./account-form.tsx";
import styles from "./auth-page.module.css";
import { redirectInvitation } from "./sign-in-redirect.ts";
import { useSignUp } from "./use-sign-in.ts";

type Registration = Awaited<ReturnType<typeof session.registration.call>>;

type SignUpFormProps = {
  password: Reveal;
  /** The account exists, but somebody has to sign in by hand. */
  onDone(): void;
};

/** The form if accounts can be created, otherwise how to get access. */
export function SignUpForm({ password, onDone }: SignUpFormProps) {
  const signUp = useSignUp(onDone);
  const { data, error, refetch } = useQuery(session.registration.query({}));
  if (error)
    return (
      <ErrorState
        title={t`How to sign up cannot be read`}
        message={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Spinner label={t`Loading`} />;
  const way = registrationNotice(data);
  if (way) return <RegistrationNotice {...way} />;
  return (
    <>
      {data.mode === "open" && data.domains.length > 0 && !redirectInvitation() && (
        <Text tone="soft" size="list" pad="16px 0 0">
          {t`Open to addresses at ${data.domains.join(", ")}.`}
        </Text>
      )}
      {redirectInvitation() && (
        <Text tone="soft" size="list" pad="16px 0 0">
          {t`Use the address that your invitation was made for.`}
        </Text>
      )}
      <AccountForm
        password={password}
        isPending={signUp.isPending}
        label={t`Sign Up`}
        onSubmit={(fields) => signUp.mutate(fields)}
      />
    </>
  );
}

/** Null where the form is the way. */
function registrationNotice({
  mode,
  hasNoAccounts,
}: Registration): { title: string; text: string; command?: string } | null {
  if (mode === "open") return null;
  if (hasNoAccounts)
    return {
      title: t`This Adjutant is not set up yet`,
      text: t`Its first account is made with the set-up link. The program printed it when it started; this command prints a new one:`,
      command: "npm run adjutant -- setup-link",
    };
  if (mode === "closed")
    return {
      title: t`No new accounts`,
      text: t`This Adjutant takes no new accounts at the moment. Whoever runs it can make one for you.`,
    };
  if (redirectInvitation()) return null;
  return {
    title: t`By invitation`,
    text: t`New accounts are made by invitation here. Open the link in your invitation, or ask a colleague who has an account to invite you.`,
  };
}

function RegistrationNotice({ title, text, command }: { title: string; text: string; command?: string }) {
  return (
    <Stack gap={8} pad="20px 0 0">
      <Text as="h2" size="body" weight="strong">
        {title}
      </Text>
      <Text tone="soft" size="list">
        {text}
      </Text>
      {command && <code className={styles.command}>{command}</code>}
    </Stack>
  );
}
