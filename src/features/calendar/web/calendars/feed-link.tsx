import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { formatDate } from "#ui/dates.ts";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { CopyButton } from "#ui/inputs/copy-button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { calendarFeeds } from "../api.ts";
import styles from "./calendars-dialog.module.css";
import { useActOnCalendars } from "./use-calendars.ts";

/** A feed address for other programs with all events; it is shown once and can be revoked. */
export function FeedLink() {
  const { data } = useQuery({ ...calendarFeeds.list.query({}), retry: false });
  const [address, setAddress] = useState("");
  const [includesPrivate, setIncludesPrivate] = useState(false);
  const act = useActOnCalendars();
  const create = async () => {
    const made = await act(t`Failed to create the link`, () =>
      calendarFeeds.create.call({ name: t`Created on ${formatDate(new Date())}`, includesPrivate }),
    );
    if (made) setAddress(`${location.origin}${made.path}`);
  };
  return (
    <details className={styles.section}>
      <summary>{t`Private link for other apps`}</summary>
      <Stack pad="12px 0 0" gap={12} align="start" className={styles.form}>
        <Text tone="soft" size="list">
          {t`Anyone with this link can see your events. It is shown only once.`}
        </Text>
        {address && <code className={styles.address}>{address}</code>}
        {address ? (
          <CopyButton label={t`Copy link`} text={address} />
        ) : (
          <>
            <Checkbox
              label={t`With the details of private events`}
              description={t`Otherwise they are shown as 'Busy'. Choose this only for apps of your own.`}
              checked={includesPrivate}
              onChange={({ target }) => setIncludesPrivate(target.checked)}
            />
            <Button variant="default" onClick={() => void create()}>
              {t`Create link`}
            </Button>
          </>
        )}
        {(data?.items ?? []).map(({ id, name, includesPrivate: isFull, lastReadAt }) => (
          <Row key={id} gap={10} className={`${styles.row} ${styles.wide}`}>
            <Text as="span" tone="soft" size="list">
              {[
                name,
                ...(isFull ? [t`with private events`] : []),
                lastReadAt ? t`last used ${formatDate(lastReadAt)}` : t`never used`,
              ].join(", ")}
            </Text>
            <IconButton
              label={t`Delete the link '${name}'`}
              icon={X}
              onClick={() =>
                void act(t`Failed to delete the link`, async () => {
                  await calendarFeeds.delete.call({ id });
                  setAddress("");
                })
              }
            />
          </Row>
        ))}
      </Stack>
    </details>
  );
}
