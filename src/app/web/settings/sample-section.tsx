import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import styles from "#features/settings/web/form.module.css";
import { Section } from "#features/settings/web/section.tsx";
import { plural, t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { formatCount } from "#platform/numbers/format-number.ts";
import { formatDate } from "#ui/dates.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { dashboard } from "../api.ts";

const SAMPLE = dashboard.sampleWorkspace.query({});

/** Only while a sample workspace is loaded. */
export function SampleSection() {
  const { data } = useQuery(SAMPLE);
  const [isAsking, setAsking] = useState(false);
  const removal = useWrite({
    send: () => dashboard.removeSample.call({}),
    // Every query: the sample fills all areas.
    invalidates: [[]],
    done: t`The sample workspace was removed`,
    failed: t`The sample workspace was not removed`,
  });
  if (!data?.loadedAt) return null;
  return (
    <Section
      title={t`Sample workspace`}
      text={t`Sample mail, tasks, events, documents and people to try Adjutant with.`}
      action={
        <Button variant="default" onClick={() => setAsking(true)} disabled={removal.isPending}>
          {removal.isPending ? t`Removing...` : t`Remove sample workspace`}
        </Button>
      }
    >
      <p className={`${styles.fields} ${styles.plain}`}>
        {plural(data.records, {
          one: `${formatCount(data.records)} records, loaded on ${formatDate(data.loadedAt)}`,
          other: `${formatCount(data.records)} records, loaded on ${formatDate(data.loadedAt)}`,
        })}
      </p>
      {isAsking && <RemoveDialog onClose={() => setAsking(false)} onRemove={() => removal.mutate()} />}
    </Section>
  );
}

type RemoveDialogProps = { onClose(): void; onRemove(): void };

/** Asked, because changes in the sample are lost. */
function RemoveDialog({ onClose, onRemove }: RemoveDialogProps) {
  const remove = () => {
    onRemove();
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Remove the sample workspace?`}
      size="small"
      footer={
        <>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t`Cancel`}
          </Button>
          <Button color="red" onClick={remove}>
            {t`Remove sample workspace`}
          </Button>
        </>
      }
    >
      <p className={styles.plain}>
        {t`Every sample record goes for good, also those that you changed. What you made yourself stays. You can load the sample again, as it was at first.`}
      </p>
    </Dialog>
  );
}
