import { profile } from "#features/settings/web/api.ts";
import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { Badge } from "#ui/display/badge.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { dashboard } from "../api.ts";

/** The figures are the specified samples until the account has something of its own. */
export function SampleNotice() {
  const load = useWrite({
    send: () => dashboard.loadSample.call({ timeZone: readerTimeZone() }),
    // Every query.
    invalidates: [[]],
    done: t`Sample workspace loaded`,
    undo: () => ({
      send: () => dashboard.removeSample.call({}),
      failed: t`The sample workspace was not removed`,
    }),
    failed: t`Failed to load the sample workspace`,
  });
  return (
    <Row gap={12} lineGap={8} wrap>
      <Badge tone="warn" dot>
        {t`Sample figures`}
      </Badge>
      <StartEmptyButton />
      <Button variant="default" onClick={() => load.mutate()} disabled={load.isPending}>
        {load.isPending ? t`Loading...` : t`Load sample workspace`}
      </Button>
    </Row>
  );
}

/** Undone in the settings of the profile, or by the toast. */
function StartEmptyButton() {
  const choose = async (startsEmpty: boolean) => {
    const { version } = await profile.get.call({});
    return profile.update.call({ startsEmpty, version });
  };
  const { mutate, isPending } = useWrite({
    send: () => choose(true),
    invalidates: [["dashboard"], ["profile"]],
    done: t`Your dashboard starts empty`,
    undo: () => ({ send: () => choose(false), failed: t`The sample figures could not be shown again` }),
    failed: t`The sample figures could not be hidden`,
  });
  return (
    <Button variant="subtle" onClick={() => mutate()} disabled={isPending}>
      {t`Start empty`}
    </Button>
  );
}
