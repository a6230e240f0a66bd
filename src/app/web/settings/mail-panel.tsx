import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { type FormEvent, useState } from "react";
import { mailAccounts, mailPreferences } from "#features/email/web/api.ts";
import { RECEIPT_REQUEST_CHOICES, receiptRequestsOf } from "#features/email/web/email-labels.ts";
import styles from "#features/settings/web/form.module.css";
import { Section } from "#features/settings/web/section.tsx";
import { plural, t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { Textarea } from "#ui/fields/textarea.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { SettingsRow } from "#ui/lists/settings-row.tsx";

const PREFERENCES = mailPreferences.get.query({});
const ACCOUNTS = mailAccounts.list.query({});
const SECONDS = [0, 5, 10, 20, 30, 60];

type Preferences = Awaited<ReturnType<typeof mailPreferences.get.call>>;

/** Signature, sending delay and read receipts; lists the accounts with a signature of their own. */
export function MailPanel() {
  const preferences = useQuery(PREFERENCES);
  return (
    <>
      <Section
        title={t`How you write mail`}
        text={t`Your signature stands under new mail, replies and what you forward. An account can have one of its own.`}
      >
        <QueryContent query={preferences} failure={t`This could not be loaded`}>
          {(stored) => <PreferencesForm stored={stored} />}
        </QueryContent>
      </Section>
      <Accounts />
    </>
  );
}

const delayLabel = (seconds: number) =>
  seconds === 0
    ? t`Not at all`
    : plural(seconds, { one: `For ${seconds} seconds`, other: `For ${seconds} seconds` });

function PreferencesForm({ stored }: { stored: Preferences }) {
  const [edits, setEdits] = useState<Partial<Preferences>>({});
  const { signature, undoSeconds, receiptRequests } = { ...stored, ...edits };
  const isChanged =
    signature !== stored.signature ||
    undoSeconds !== stored.undoSeconds ||
    receiptRequests !== stored.receiptRequests;
  const { mutate, isPending } = useWrite({
    send: (sent: Partial<Preferences>) => mailPreferences.update.call(sent),
    stores: PREFERENCES.queryKey,
    done: t`Saved`,
    failed: t`Your signature was not saved`,
    // What was typed while it was being saved stays.
    onDone: (_saved, sent) => setEdits((now) => (now === sent ? {} : now)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) mutate(edits);
  };
  return (
    <form onSubmit={submit} noValidate>
      <div className={styles.fields}>
        <Textarea
          label={t`Signature`}
          rows={5}
          autosize={false}
          maxLength={4000}
          value={signature}
          onChange={({ target }) => setEdits({ ...edits, signature: target.value })}
        />
        <NativeSelect
          label={t`Undo sending`}
          description={t`Messages wait this long before they are sent.`}
          value={String(undoSeconds)}
          onChange={({ target }) => setEdits({ ...edits, undoSeconds: Number(target.value) })}
          data={SECONDS.map((seconds) => ({
            value: String(seconds),
            label: delayLabel(seconds),
          }))}
        />
        <NativeSelect
          label={t`Requests for read receipts`}
          description={t`Senders can ask for a confirmation that you have read their mail.`}
          value={receiptRequests}
          onChange={({ target }) => setEdits({ ...edits, receiptRequests: receiptRequestsOf(target.value) })}
          data={RECEIPT_REQUEST_CHOICES}
        />
      </div>
      <Row as="footer" align="stretch" justify="end" pad="12px 20px" line="above" className={styles.footer}>
        <Button variant="default" onClick={() => setEdits({})} disabled={!isChanged || isPending}>
          {t`Discard`}
        </Button>
        <Button type="submit" disabled={!isChanged || isPending}>
          {isPending ? t`Saving...` : t`Save changes`}
        </Button>
      </Row>
    </form>
  );
}

function Accounts() {
  const { data } = useQuery(ACCOUNTS);
  if (!data || data.items.length === 0) return null;
  return (
    <Section
      title={t`Mail accounts`}
      text={rich(t`Each is connected, signed and checked on the page <0>Email</0>.`, (words) => (
        <a href="/email">{words}</a>
      ))}
    >
      <ul aria-label={t`Mail accounts`}>
        {data.items.map(({ id, address, signature, isDefault }) => (
          <SettingsRow
            key={id}
            icon={Mail}
            name={address}
            facts={[
              signature.trim() === "" ? t`Your default signature` : t`A signature of its own`,
              isDefault && t`Default for new mail`,
            ]}
          />
        ))}
      </ul>
    </Section>
  );
}
