import { profile, session } from "#features/settings/web/api.ts";
import { t } from "#i18n/message.ts";
import { queryChange, useWrite } from "#platform/client/use-write.ts";
import type { CurrentSession } from "../session/current-session.ts";

const SESSION = session.current.query({});

/** Ends the first steps, completed or not: they are shown again from the settings of the profile. */
export function useFirstSteps() {
  const { mutate } = useWrite({
    send: () => profile.setFirstSteps.call({ isDone: true }),
    optimistic: () => [
      queryChange<CurrentSession>(SESSION.queryKey, (now) => ({
        ...now,
        user: now.user && { ...now.user, isNew: false },
      })),
    ],
    failed: t`The first steps could not be closed`,
  });
  return { complete: () => mutate() };
}
