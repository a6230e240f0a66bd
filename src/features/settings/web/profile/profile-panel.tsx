import type { FormEvent } from "react";
import { t } from "#i18n/message.ts";
import { readerWallClock } from "#platform/time/reader-clock.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import styles from "../form.module.css";
import { Section } from "../section.tsx";
import { EmailSection } from "../security/email-section.tsx";
import { ClockFields } from "./clock-fields.tsx";
import { greeting } from "./greeting.ts";
import { LanguageSection } from "./language-section.tsx";
import { PictureSection } from "./picture-section.tsx";
import { ProfileConflict } from "./profile-conflict.tsx";
import type { Profile } from "./profile-edits.ts";
import { StartSection } from "./start-section.tsx";
import { TimeZoneField } from "./time-zone-field.tsx";
import { useProfileForm } from "./use-profile-form.ts";

export function ProfilePanel({ stored }: { stored: Profile }) {
  const form = useProfileForm(stored);
  const { values, errors } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (form.isChanged) form.save();
  };
  return (
    <>
      <Section
        title={t`About you`}
        text={t`How Adjutant names and greets you, and which clock your days follow.`}
      >
        <form onSubmit={submit} noValidate>
          <div className={styles.fields}>
            {form.clashes.length > 0 && <ProfileConflict form={form} stored={stored} />}
            <TextInput
              label={t`Full name`}
              name="fullName"
              autoComplete="name"
              maxLength={200}
              value={values.fullName}
              error={errors.fullName}
              onChange={(event) => form.edit("fullName", event.currentTarget.value)}
            />
            <TextInput
              label={t`How we greet you`}
              name="address"
              autoComplete="off"
              maxLength={100}
              description={<Greeting address={values.address} />}
              value={values.address}
              error={errors.address}
              onChange={(event) => form.edit("address", event.currentTarget.value)}
            />
            <TimeZoneField
              value={values.timeZone}
              error={errors.timeZone}
              onChange={(timeZone) => form.edit("timeZone", timeZone)}
            />
            <ClockFields
              values={values}
              onHours={(hours) => form.edit("hourCycle", hours)}
              onFirstWeekday={(weekday) => form.edit("firstWeekday", weekday)}
            />
          </div>
          <Footer form={form} />
        </form>
      </Section>
      <PictureSection stored={stored} />
      <StartSection stored={stored} />
      <EmailSection email={stored.email} />
      <LanguageSection stored={stored} isEditing={form.isChanged} />
    </>
  );
}

const Footer = ({ form }: { form: ReturnType<typeof useProfileForm> }) => (
  <Row as="footer" align="stretch" justify="end" pad="12px 20px" line="above" className={styles.footer}>
    <Button variant="default" onClick={form.discard} disabled={!form.isChanged || form.isSaving}>
      {t`Discard`}
    </Button>
    <Button type="submit" disabled={!form.isChanged || form.isSaving}>
      {form.isSaving ? t`Saving...` : t`Save changes`}
    </Button>
  </Row>
);

/** Preview of the greeting on the dashboard. */
const Greeting = ({ address }: { address: string }) =>
  t`The dashboard greets you with “${greeting(readerWallClock(new Date()).hour, address.trim() || "…")}”`;
