import { useQuery, useQueryClient } from "@tanstack/react-query";
import { emailConfirmation } from "#features/settings/web/api.ts";
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
      {user ? "To the dashboard" : "To sign in"}
    </Button>
  );
  if (isPending || isFetching) return <Spinner label="Confirming your email..." showLabel />;
  if (!error)
    return (
      <AuthCard title="Email confirmed" text="Thank you. Your address is confirmed.">
        {onward}
      </AuthCard>
    );
  const mayPass = !(error instanceof ApiError && error.code === "invalid");
  const advice = user
    ? "“Send again” is under Settings, Profile."
    : "Sign in, then choose “Send again” under Settings, Profile.";
  return (
    <AuthCard
      title="The email was not confirmed"
      text={mayPass ? error.message : `${error.message} ${advice}`}
    >
      <Stack gap={8}>
        {mayPass && (
          <Button onClick={() => void refetch()} fullWidth>
            Try again
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
