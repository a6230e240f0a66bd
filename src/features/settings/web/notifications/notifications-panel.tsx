import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { t, term } from "#i18n/message.ts";
import { KINDS, MAIL_CHOICES, NOTICE_KINDS, type NoticeKind } from "#platform/notify/policy.ts";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { WhenInput } from "#ui/fields/when-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Switch } from "#ui/inputs/switch.tsx";
import { Row } from "#ui/layout/stack.tsx";
import form from "../form.module.css";
import { Section } from "../section.tsx";
import styles from "./notifications-panel.module.css";
import { PushSection } from "./push-section.tsx";
import { POLICY, type StoredPolicy, usePolicyForm } from "./use-policy-form.ts";

/** One policy: how each kind is delivered, the quiet hours, and the devices. */
export function NotificationsPanel() {
  const policy = useQuery(POLICY);
  return (
    <QueryContent query={policy} failure={t`The notification settings could not be loaded`} rows={6}>
      {(stored) => (
        <>
          <PolicyForm stored={stored} />
          <PushSection />
        </>
      )}
    </QueryContent>
  );
}

const MAIL_WORDS = { never: t`No mail`, digest: t`Daily mail`, at_once: t`Mail at once` };

type Form = ReturnType<typeof usePolicyForm>;

function PolicyForm({ stored }: { stored: StoredPolicy }) {
  const policy = usePolicyForm(stored);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    policy.save();
  };
  return (
    <form onSubmit={submit} noValidate>
      <KindTable policy={policy} />
      <QuietHours policy={policy} />
      <Section title={t`What they say`} text={t`What a locked screen shows, and when the daily mail comes.`}>
        <div className={form.fields}>
          <Switch
            label={t`Show contents on devices`}
            description={t`Otherwise a device says only that something came.`}
            isOn={policy.values.pushContents}
            onChange={(pushContents) => policy.edit({ pushContents })}
          />
          <Time label={t`Daily mail at`} field="digestTime" policy={policy} />
        </div>
        <Row as="footer" align="stretch" justify="end" pad="12px 20px" line="above" className={form.footer}>
          <Button variant="default" onClick={policy.discard} disabled={!policy.isChanged || policy.isSaving}>
            {t`Discard`}
          </Button>
          <Button type="submit" disabled={!policy.isChanged || policy.isSaving}>
            {policy.isSaving ? t`Saving...` : t`Save changes`}
          </Button>
        </Row>
      </Section>
    </form>
  );
}

const KindTable = ({ policy }: { policy: Form }) => (
  <Section
    title={t`What reaches you, and how`}
    text={t`What you switch off in the list is still kept: find it under All notifications.`}
  >
    <table className={styles.grid}>
      <thead>
        <tr>
          <th scope="col">{t`Kind`}</th>
          <th scope="col">{t`In the list`}</th>
          <th scope="col">{t`Devices`}</th>
          <th scope="col">{t`Mail`}</th>
        </tr>
      </thead>
      <tbody>
        {KINDS.map((kind) => (
          <KindRow key={kind} kind={kind} policy={policy} />
        ))}
      </tbody>
    </table>
  </Section>
);

const QuietHours = ({ policy }: { policy: Form }) => (
  <Section
    title={t`Quiet hours`}
    text={t`Devices and mail stay silent in this time, on the clocks of your time zone; what came is said when it ends.`}
  >
    <div className={form.fields}>
      <Switch
        label={t`Keep quiet hours`}
        isOn={policy.values.quietEnabled}
        onChange={(quietEnabled) => policy.edit({ quietEnabled })}
      />
      <Row gap={12} align="stretch">
        <Time
          label={term("From", "begin of the quiet hours")}
          field="quietFrom"
          policy={policy}
          isDisabled={!policy.values.quietEnabled}
        />
        <Time
          label={term("Until", "end of the quiet hours")}
          field="quietTo"
          policy={policy}
          isDisabled={!policy.values.quietEnabled}
        />
      </Row>
      <Switch
        label={t`Let urgent ones through`}
        isOn={policy.values.allowsUrgent}
        isDisabled={!policy.values.quietEnabled}
        onChange={(allowsUrgent) => policy.edit({ allowsUrgent })}
      />
      <Switch
        label={t`Let favorite contacts through`}
        description={t`Messages, calls and whatever else they do that concerns you.`}
        isOn={policy.values.allowsFavorites}
        isDisabled={!policy.values.quietEnabled}
        onChange={(allowsFavorites) => policy.edit({ allowsFavorites })}
      />
    </div>
  </Section>
);

function KindRow({ kind, policy }: { kind: NoticeKind; policy: Form }) {
  const { inApp, push, mail } = policy.values.kinds[kind];
  const name = NOTICE_KINDS[kind];
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label={t`In the list`}>
        <Switch
          label={t`${name}: in the list`}
          isBare
          isOn={inApp}
          onChange={(isOn) => policy.editKind(kind, { inApp: isOn })}
        />
      </td>
      <td data-label={t`Devices`}>
        <Switch
          label={t`${name}: on devices`}
          isBare
          isOn={push}
          onChange={(isOn) => policy.editKind(kind, { push: isOn })}
        />
      </td>
      <td data-label={t`Mail`}>
        <NativeSelect
          aria-label={t`${name}: by mail`}
          size="xs"
          value={mail}
          data={MAIL_CHOICES.map((value) => ({ value, label: MAIL_WORDS[value] }))}
          onChange={({ currentTarget }) => {
            const chosen = MAIL_CHOICES.find((choice) => choice === currentTarget.value);
            if (chosen) policy.editKind(kind, { mail: chosen });
          }}
        />
      </td>
    </tr>
  );
}

type TimeProps = {
  label: string;
  field: "quietFrom" | "quietTo" | "digestTime";
  policy: Form;
  isDisabled?: boolean;
};

const Time = ({ label, field, policy, isDisabled = false }: TimeProps) => (
  <WhenInput
    kind="time"
    label={label}
    className={styles.time}
    value={policy.values[field]}
    disabled={isDisabled}
    onChange={(time) => policy.edit({ [field]: time })}
  />
);
