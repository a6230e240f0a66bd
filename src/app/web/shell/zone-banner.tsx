import { Globe } from "lucide-react";
import { profile } from "#features/settings/web/api.ts";
import { t } from "#i18n/message.ts";
import { useRequest } from "#platform/client/use-write.ts";
import { cityOf } from "#ui/dates.ts";
import { Notice } from "#ui/feedback/notice.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { useAuth } from "../session/auth-provider.tsx";
import { foreignZone } from "../session/session-clock.ts";
import { saveTravelChoice, useTravelChoice } from "../session/travel-choice.ts";

/** Shown where this browser's clock differs from the person's own, until they chose what to do in this place. */
export function ZoneBanner() {
  const { user } = useAuth();
  const choice = useTravelChoice(user?.timeZone);
  const move = useRequest({
    send: async (timeZone: string) => {
      const { version } = await profile.get.call({});
      return profile.update.call({ timeZone, version });
    },
    failed: t`The time zone was not changed`,
    onDone: () => undefined,
  });
  const here = user && foreignZone(user);
  if (!here || choice) return null;
  const [place, home] = [cityOf(here), cityOf(user.timeZone)];
  return (
    <Notice
      as="section"
      icon={Globe}
      isStrip
      aria-label={t`Time zone`}
      actions={
        <Row gap={8} wrap>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => saveTravelChoice("switched", user.timeZone)}
          >
            {t`Switch for now`}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            loading={move.isPending}
            onClick={() => move.mutate(here)}
          >
            {t`Always use ${place} time`}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => saveTravelChoice("kept", user.timeZone)}>
            {t`Keep ${home} time`}
          </Button>
        </Row>
      }
    >
      {t`You are in ${place}: switch for now?`}
    </Notice>
  );
}
