import { t, term } from "#i18n/message.ts";
import { queryChange, useWrite } from "#platform/client/use-write.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Switch } from "#ui/inputs/switch.tsx";
import { profile } from "../api.ts";
import form from "../form.module.css";
import { Section } from "../section.tsx";
import type { Profile } from "./profile-edits.ts";
import { StartPageField } from "./start-page-field.tsx";

type Start = Pick<Profile, "startPage" | "startsEmpty">;

const PROFILE = profile.get.query({});

/** What is seen first; in force at once. */
export function StartSection({ stored }: { stored: Profile }) {
  const { startPage, startsEmpty, firstStepsAt, version } = stored;
  const save = useWrite({
    send: (changes: Partial<Start>) => profile.update.call({ ...changes, version }),
    optimistic: (changes) => [queryChange<Profile>(PROFILE.queryKey, (now) => ({ ...now, ...changes }))],
    stores: PROFILE.queryKey,
    invalidates: [["dashboard"]],
    failed: t`Your choice was not saved`,
  });
  const showAgain = useWrite({
    send: () => profile.setFirstSteps.call({ isDone: false, skipped: [] }),
    invalidates: [["profile"], ["session"]],
    done: t`The dashboard shows the first steps that are left`,
    failed: t`The first steps could not be shown again`,
  });
  return (
    <Section title={term("Start", "what is seen first")} text={t`What you see first.`}>
      <div className={form.fields}>
        <StartPageField value={startPage} onChange={(page) => save.mutate({ startPage: page })} />
        <Switch
          label={t`Show sample figures until I have data`}
          isOn={!startsEmpty}
          onChange={(isOn) => save.mutate({ startsEmpty: !isOn })}
        />
        {firstStepsAt && (
          <div>
            <Button variant="default" onClick={() => showAgain.mutate()} disabled={showAgain.isPending}>
              {t`Show the first steps again`}
            </Button>
          </div>
        )}
      </div>
    </Section>
  );
}
