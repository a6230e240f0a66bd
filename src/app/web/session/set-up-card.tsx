import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { session } from "#features/settings/web/api.ts";
import { t } from "#i18n/message.ts";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { Button } from "#ui/inputs/button.tsx";
import type { Reveal } from "#ui/inputs/password-field.tsx";
import { AccountForm } from "./account-form.tsx";
import { AuthCard } from "./auth-card.tsx";
import { RegistrationStep } from "./registration-step.tsx";
import { useSessionStart, useSetUp } from "./use-sign-in.ts";

type SetUpCardProps = { token: string; password: Reveal; onDone(): void };

/** Behind the set-up link: the administrator's account, then who else may make one. */
export function SetUpCard({ token, password, onDone }: SetUpCardProps) {
  const [hasAccount, setHasAccount] = useState(false);
  const setUp = useSetUp(token, () => setHasAccount(true));
  const link = useQuery({ ...session.checkSetUp.query({ token }), retry: false, enabled: !hasAccount });
  const startSession = useSessionStart();
  const finish = async () => {
    await startSession();
    onDone();
  };
  if (hasAccount) return <RegistrationStep onDone={finish} />;
  if (link.isPending) return <Spinner label={t`Checking the set-up link`} />;
  if (link.error && !setUp.isPending)
    return (
      <AuthCard title={t`The set-up link does not work`} text={link.error.message}>
        <Button variant="default" onClick={onDone} fullWidth>
          {t`To sign in`}
        </Button>
      </AuthCard>
    );
  return (
    <AuthCard title={t`Set up Adjutant`} text={t`Step 1 of 2. Create the administrator's account.`}>
      <AccountForm
        password={password}
        isPending={setUp.isPending}
        label={t`Create administrator account`}
        onSubmit={(fields) => setUp.mutate(fields)}
      />
    </AuthCard>
  );
}
