import { useState } from "react";
import { profile } from "#features/settings/web/api.ts";
import type { Profile } from "#features/settings/web/profile/profile-edits.ts";
import { TimeZoneField } from "#features/settings/web/profile/time-zone-field.tsx";
import { t } from "#i18n/message.ts";
import { fieldErrorsOf } from "#platform/client/resource-client.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { ownTimeZone } from "#platform/time/own-time-zone.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import styles from "./first-steps.module.css";
import { StepForm } from "./step-form.tsx";

type ProfileStepProps = { stored: Profile; onClose(): void };
type Edits = Partial<Pick<Profile, "fullName" | "address" | "timeZone">>;

/** A profile that no browser has given a clock yet gets that of this one, a second after the page. */
const shownZone = ({ timeZone, hourCycle }: Profile) =>
  hourCycle === null && timeZone === "UTC" ? ownTimeZone() : timeZone;

/** What is not edited is not sent: it may have changed meanwhile. */
export function ProfileStep({ stored, onClose }: ProfileStepProps) {
  const [edits, setEdits] = useState<Edits>({});
  const fields = { ...stored, timeZone: shownZone(stored), ...edits };
  const edit = (part: Edits) => setEdits({ ...edits, ...part });
  const isChanged = Object.keys(edits).length > 0;
  const { mutate, isPending, error } = useWrite({
    send: () => profile.update.call({ ...edits, version: stored.version }),
    stores: profile.get.query({}).queryKey,
    invalidates: [["session"]],
    failed: (failure) =>
      Object.keys(fieldErrorsOf(failure)).length > 0 ? null : t`The profile was not saved`,
    onDone: onClose,
  });
  const errors = fieldErrorsOf(error);
  return (
    <StepForm
      title={t`About you`}
      text={t`Your name is shown to others. Your days, briefings and reminders follow your time zone.`}
      onSubmit={() => (isChanged ? mutate() : onClose())}
      buttons={
        <>
          <BusyButton type="submit" variant="filled" isBusy={isPending}>
            {t`Save`}
          </BusyButton>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <TextInput
          label={t`Full name`}
          autoComplete="name"
          maxLength={200}
          value={fields.fullName}
          error={errors.fullName}
          onChange={({ target }) => edit({ fullName: target.value })}
        />
        <TextInput
          label={t`How we greet you`}
          autoComplete="off"
          maxLength={100}
          value={fields.address}
          error={errors.address}
          onChange={({ target }) => edit({ address: target.value })}
        />
        <TimeZoneField
          value={fields.timeZone}
          error={errors.timeZone}
          onChange={(zone) => edit({ timeZone: zone })}
        />
      </div>
    </StepForm>
  );
}
