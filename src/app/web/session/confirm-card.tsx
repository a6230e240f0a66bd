import { useQuery, useQueryClient } from "@tanstack/react-query";
import { emailConfirmation } from "#features/settings/web/api.ts";
import { t } from "#i18n/message.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { AuthCard } from "./auth-card.tsx";
import { useAuth } from "./auth-provider.tsx";
import { currentSession } from "./current-session.ts";

type ConfirmCardProps = { token: string; onDone(): void };

/** Behind the link of a message: confirms the address and says how that went, whoever is signed in here. */
export function ConfirmCard({ token, onDone }: ConfirmCardProps) {
  const { user } = useAuth();
  const { isPending, isFetching, error, refetch } = useConfirmation(token);
  const onward = (
    <Button variant={error ? "default" : "filled"} onClick={onDone} fullWidth>
      {user ? t`To the dashboard` : t`To sign in`}
    </Button>
  );
  if (isPending || isFetching) return <Spinner label={t`Confirming your email...`} showLabel />;
  if (!error)
    return (
      <AuthCard title={t`Email confirmed`} text={t`Thank you. Your address is confirmed.`}>
        {onward}
      </AuthCard>
    );
  const mayPass = !(error instanceof ApiError && error.code === "invalid");
  const advice = user
    ? t`“Send again” is under Settings, Profile.`
    : t`Sign in, then choose “Send again” under Settings, Profile.`;
  return (
    <AuthCard
      title={t`The email was not confirmed`}
      text={mayPass ? error.message : `${error.message} ${advice}`}
    >
      <Stack gap={8}>
        {mayPass && (
          <Button onClick={() => void refetch()} fullWidth>
            {t`Try again`}
          </Button>
        )}
        {onward}
      </Stack>
    </AuthCard>
  );
}

/** The token works once, so it is used once, however often this is shown. */
function useConfirmation(token: string) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: ["confirmation", token],
    queryFn: async () => {
      await emailConfirmation.confirm.call({ token });
      await queries.invalidateQueries({ queryKey: currentSession.queryKey });
      return true;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchOnMount: false,
  });
}
