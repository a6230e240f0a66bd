import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Archive, Download } from "lucide-react";
import { type FormEvent, useState } from "react";
import { analyticsConsent } from "#features/admin/web/api.ts";
import {
  type AccountDeletionOnWire,
  type DataExportOnWire,
  describeDeletionBlocker,
  EXPORT_DAYS,
  GRACE_DAYS,
  RETAINED_DATA,
} from "#features/data-rights/model.ts";
import { accountDeletion, dataExports } from "#features/data-rights/web/api.ts";
import styles from "#features/settings/web/form.module.css";
import { Section } from "#features/settings/web/section.tsx";
import { plural, t } from "#i18n/message.ts";
import { fieldErrorsOf } from "#platform/client/resource-client.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { formatFixed } from "#platform/numbers/format-number.ts";
import { formatAgo, formatDate } from "#ui/dates.ts";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button, LinkButton } from "#ui/inputs/button.tsx";
import { Switch } from "#ui/inputs/switch.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { QueryList } from "#ui/lists/query-list.tsx";
import { SettingsRow } from "#ui/lists/settings-row.tsx";
import { SampleSection } from "./sample-section.tsx";

/** Export of all data, and deletion of the account. */
export function DataPanel() {
  return (
    <>
      <ExportSection />
      <CountingSection />
      <SampleSection />
      <DeleteSection />
    </>
  );
}

/** Only where the instance counts pages at all. */
function CountingSection() {
  const queries = useQueryClient();
  const { data } = useQuery(CONSENT);
  const decide = useWrite({
    send: (isGiven: boolean) => analyticsConsent.set.call({ isGiven }),
    failed: t`Your answer was not saved`,
    onDone: ({ isGiven }) => queries.setQueryData(CONSENT.queryKey, { isAvailable: true, isGiven }),
  });
  if (!data?.isAvailable) return null;
  return (
    <Section title={t`Page analytics`} text={t`Page views are sent to Google Analytics by the server.`}>
      <div className={styles.fields}>
        <Switch
          label={t`Count my page views`}
          isOn={data.isGiven ?? false}
          onChange={(isGiven) => decide.mutate(isGiven)}
        />
      </div>
    </Section>
  );
}

const CONSENT = analyticsConsent.get.query({});
const EXPORTS = dataExports.list.query({});
const DELETION = accountDeletion.get.query({});

function ExportSection() {
  const list = useQuery({
    ...EXPORTS,
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? 2000 : false),
  });
  const create = useWrite({
    send: () => dataExports.create.call({}),
    invalidates: [EXPORTS.queryKey],
    failed: t`The export could not be started`,
  });
  return (
    <Section
      title={t`Export my data`}
      text={plural(EXPORT_DAYS, {
        one: `Every record as JSON and every file as it is, in one archive. It is kept for ${EXPORT_DAYS} days.`,
        other: `Every record as JSON and every file as it is, in one archive. It is kept for ${EXPORT_DAYS} days.`,
      })}
      action={
        <Button
          variant="default"
          onClick={() => create.mutate()}
          disabled={create.isPending || (list.data?.items.some(isUnderWay) ?? false)}
        >
          {t`Create archive`}
        </Button>
      }
    >
      <QueryList
        query={list}
        failure={t`The archives could not be listed`}
        rows={1}
        empty={<p className={`${styles.fields} ${styles.plain}`}>{t`No archive yet.`}</p>}
      >
        {(item) => <ExportRow key={item.id} item={item} />}
      </QueryList>
    </Section>
  );
}

const isUnderWay = ({ state }: DataExportOnWire) => state === "waiting" || state === "running";

function ExportRow({ item }: { item: DataExportOnWire }) {
  const { id, state, progress, size, createdAt, expiresAt } = item;
  return (
    <SettingsRow
      icon={Archive}
      name={t`Archive of ${formatAgo(createdAt)}`}
      facts={[
        isUnderWay(item) ? t`Creating, ${progress}%` : state === "ready" ? t`Ready` : t`It failed`,
        size !== null && t`${formatFixed(size / 1_000_000, 1)} MB`,
        expiresAt && t`Kept until ${formatDate(expiresAt)}`,
      ]}
      actions={
        state === "ready" && (
          <LinkButton
            href={`/files/data-exports/${id}`}
            variant="default"
            leftSection={<Download size={16} strokeWidth={1.75} aria-hidden />}
          >
            {t`Download`}
          </LinkButton>
        )
      }
    />
  );
}

function DeleteSection() {
  const deletion = useQuery(DELETION);
  return (
    <Section
      title={t`Delete my account`}
      text={plural(GRACE_DAYS, {
        one: `All that belongs to you goes for good, ${GRACE_DAYS} days after you ask for it. Until then you can cancel it.`,
        other: `All that belongs to you goes for good, ${GRACE_DAYS} days after you ask for it. Until then you can cancel it.`,
      })}
    >
      <QueryContent query={deletion} failure={t`This could not be loaded`} rows={2}>
        {(state) => <Deletion state={state} />}
      </QueryContent>
    </Section>
  );
}

function Deletion({ state }: { state: AccountDeletionOnWire }) {
  const [email, setEmail] = useState("");
  const { requestDeletion, cancel } = useDeletion(email, () => setEmail(""));
  if (state.dueAt)
    return (
      <div className={styles.fields}>
        <p role="status">{t`Your account will be deleted on ${formatDate(state.dueAt)}.`}</p>
        <div>
          <Button variant="default" onClick={() => cancel.mutate()} disabled={cancel.isPending}>
            {t`Keep my account`}
          </Button>
        </div>
      </div>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    requestDeletion.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <div className={styles.fields}>
        <ul className={styles.stays} aria-label={t`What stays`}>
          {RETAINED_DATA.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {state.blockers.map((blocker) => (
          <Text key={blocker.kind + blocker.name} tone="warn" weight="medium">
            {describeDeletionBlocker(blocker)}
          </Text>
        ))}
        <TextInput
          label={t`Type your address to confirm`}
          type="email"
          autoComplete="off"
          value={email}
          error={fieldErrorsOf(requestDeletion.error).email}
          disabled={state.blockers.length > 0}
          onChange={(event) => {
            requestDeletion.reset();
            setEmail(event.currentTarget.value);
          }}
        />
      </div>
      <Row as="footer" align="stretch" justify="end" pad="12px 20px" line="above" className={styles.footer}>
        <Button
          type="submit"
          color="red"
          disabled={requestDeletion.isPending || email.trim() === "" || state.blockers.length > 0}
        >
          {t`Delete my account`}
        </Button>
      </Row>
    </form>
  );
}

function useDeletion(email: string, onCancelled: () => void) {
  const requestDeletion = useWrite({
    send: () => accountDeletion.request.call({ email }),
    stores: DELETION.queryKey,
    failed: (error) => (fieldErrorsOf(error).email ? null : t`The account will not be deleted`),
  });
  const cancel = useWrite({
    send: () => accountDeletion.cancel.call({}),
    stores: DELETION.queryKey,
    done: t`Your account stays`,
    failed: t`The deletion was not cancelled`,
    onDone: onCancelled,
  });
  return { requestDeletion, cancel };
}
