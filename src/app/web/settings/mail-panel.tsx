import { Button, NativeSelect, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { type FormEvent, useState } from "react";
import { mailAccounts, mailPreferences } from "#features/email/web/api.ts";
import styles from "#features/settings/web/form.module.css";
import rows from "#features/settings/web/rows.module.css";
import { Section } from "#features/settings/web/section.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { toast } from "#ui/overlays/toast.ts";

const PREFERENCES = mailPreferences.get.query({});
const ACCOUNTS = mailAccounts.list.query({});
const SECONDS = [0, 5, 10, 20, 30, 60];

type Preferences = Awaited<ReturnType<typeof mailPreferences.get.call>>;

/** How mail is signed and how long it waits; accounts with a signature of their own are named. */
export function MailPanel() {
  const { data, error, refetch } = useQuery(PREFERENCES);
  return (
    <>
      <Section
        title="How you write mail"
        text="Your signature stands under new mail, replies and what you forward. An account can have one of its own."
      >
        {data ? (
          <PreferencesForm stored={data} />
        ) : error ? (
          <ErrorState
            title="This could not be loaded"
            message={error.message}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows count={3} />
        )}
      </Section>
      <Accounts />
    </>
  );
}

function PreferencesForm({ stored }: { stored: Preferences }) {
  const queries = useQueryClient();
  const [edits, setEdits] = useState<Partial<Preferences>>({});
  const { signature, undoSeconds } = { ...stored, ...edits };
  const isChanged = signature !== stored.signature || undoSeconds !== stored.undoSeconds;
  const { mutate, isPending } = useMutation({
    mutationFn: (sent: Partial<Preferences>) => mailPreferences.update.call(sent),
    onSuccess: (saved, sent) => {
      queries.setQueryData(PREFERENCES.queryKey, saved);
      // What was typed while it was being saved stays.
      setEdits((now) => (now === sent ? {} : now));
      toast.success("Saved");
    },
    onError: (error) => toast.failure("Your signature was not saved", error.message),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) mutate(edits);
  };
  return (
    <form onSubmit={submit} noValidate>
      <div className={styles.fields}>
        <Textarea
          label="Signature"
          rows={5}
          autosize={false}
          maxLength={4000}
          value={signature}
          onChange={({ target }) => setEdits({ ...edits, signature: target.value })}
        />
        <NativeSelect
          label="Undo sending"
          description="Messages wait this long before they are sent."
          value={String(undoSeconds)}
          onChange={({ target }) => setEdits({ ...edits, undoSeconds: Number(target.value) })}
          data={SECONDS.map((seconds) => ({
            value: String(seconds),
            label: seconds === 0 ? "Not at all" : `For ${seconds} seconds`,
          }))}
        />
      </div>
      <footer className={styles.footer}>
        <Button variant="default" onClick={() => setEdits({})} disabled={!isChanged || isPending}>
          Discard
        </Button>
        <Button type="submit" disabled={!isChanged || isPending}>
          {isPending ? "Saving..." : "Save changes"}
        </Button>
      </footer>
    </form>
  );
}

function Accounts() {
  const { data } = useQuery(ACCOUNTS);
  if (!data || data.items.length === 0) return null;
  return (
    <Section
      title="Mail accounts"
      text={
        <>
          Each is connected, signed and checked on the page <a href="/email">Email</a>.
        </>
      }
    >
      <ul aria-label="Mail accounts">
        {data.items.map(({ id, address, signature, isDefault }) => (
          <li key={id} className={rows.row}>
            <Mail size={18} strokeWidth={1.75} className={rows.icon} aria-hidden />
            <div className={rows.words}>
              <p className={rows.name}>{address}</p>
              <p className={rows.facts}>
                <span>{signature.trim() === "" ? "Your default signature" : "A signature of its own"}</span>
                {isDefault && <span>Default for new mail</span>}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
