import { Globe } from "lucide-react";
import { useState } from "react";
import { profile } from "#features/settings/web/api.ts";
import { useRequest } from "#platform/client/use-write.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { cityOf } from "#ui/dates.ts";
import { Notice } from "#ui/feedback/notice.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { useAuth } from "../session/auth-provider.tsx";
import { foreignZone } from "../session/session-clock.ts";
import { saveTravelChoice, type TravelChoice, travelChoice } from "../session/travel-choice.ts";

/** Shown where this browser's clock differs from the person's own, until they chose what to do in this place. */
export function ZoneBanner() {
  const { user, refreshClock } = useAuth();
  const [answered, setAnswered] = useState("");
  const move = useRequest({
    send: async (timeZone: string) => {
      const { version } = await profile.get.call({});
      return profile.update.call({ timeZone, version });
    },
    failed: "The time zone was not changed",
    onDone: () => undefined,
  });
  const here = user && foreignZone(user);
  if (!here || answered === here || travelChoice(here)) return null;
  const choose = (choice: TravelChoice) => {
    saveTravelChoice(choice, here);
    setAnswered(here);
    refreshClock();
  };
  const [place, home] = [cityOf(here), cityOf(readerTimeZone())];
  return (
    <Notice
      as="section"
      icon={Globe}
      isStrip
      aria-label="Time zone"
      actions={
        <Row gap={8} wrap>
          <Button size="compact-sm" variant="default" onClick={() => choose("switched")}>
            Switch for now
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            loading={move.isPending}
            onClick={() => move.mutate(here)}
          >
            Always use {place} time
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => choose("kept")}>
            Keep {home} time
          </Button>
        </Row>
      }
    >
      You are in {place}: switch for now?
    </Notice>
  );
}
