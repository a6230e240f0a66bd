import { useState } from "react";
import { profile } from "#features/settings/web/api.ts";
import type { Profile } from "#features/settings/web/profile/profile-edits.ts";
import { StartPageField } from "#features/settings/web/profile/start-page-field.tsx";
import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { dashboard } from "../api.ts";
import { useFigures } from "../dashboard/use-figures.ts";
import styles from "./first-steps.module.css";
import { StepForm } from "./step-form.tsx";

const FILLINGS = [
  { value: "figures", label: t`Sample figures` },
  { value: "workspace", label: t`Sample workspace` },
  { value: "empty", label: t`Nothing: start empty` },
] as const;
type Filling = (typeof FILLINGS)[number]["value"];

const EXPLANATIONS: Record<Filling, string> = {
  figures: t`The dashboard shows example figures, marked as such, until you have data of your own.`,
  workspace: t`Fills every area with example records, to try things out.`,
  empty: t`The dashboard counts from zero.`,
};

type FirstViewStepProps = { stored: Profile; onBack(): void; onDone(): void };

export function FirstViewStep({ stored, onBack, onDone }: FirstViewStepProps) {
  const [startPage, setStartPage] = useState(stored.startPage);
  const [filling, setFilling] = useState<Filling>(stored.startsEmpty ? "empty" : "figures");
  // With data of its own an account has nothing to choose.
  const isEmpty = useFigures()?.sample === true || stored.startsEmpty;
  const { mutate, isPending } = useWrite({
    send: async () => {
      const startsEmpty = isEmpty ? filling === "empty" : stored.startsEmpty;
      await profile.update.call({ startPage, startsEmpty, version: stored.version });
      if (isEmpty && filling === "workspace") await dashboard.loadSample.call({ timeZone: readerTimeZone() });
    },
    // Every query.
    invalidates: [[]],
    failed: t`Your choice was not saved`,
    onDone,
  });
  return (
    <StepForm
      title={t`What to see first`}
      text={t`You can change this later, in the settings of your profile.`}
      onSubmit={() => mutate()}
      buttons={
        <>
          <BusyButton type="submit" variant="filled" isBusy={isPending}>
            {t`Finish`}
          </BusyButton>
          <Button variant="subtle" color="gray" onClick={onBack}>
            {t`Back`}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <StartPageField value={startPage} onChange={setStartPage} />
        {isEmpty && (
          <NativeSelect
            label={t`Until you have data, show`}
            description={EXPLANATIONS[filling]}
            value={filling}
            onChange={({ target }) => setFilling(target.value as Filling)}
            data={FILLINGS}
          />
        )}
      </div>
    </StepForm>
  );
}
