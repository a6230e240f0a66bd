import { useQuery } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import type { ContactOnWire } from "../model.ts";
import { contacts } from "./api.ts";
import { mergeContacts } from "./contact-card-actions.ts";
import styles from "./dialog.module.css";
import { PersonAvatar } from "./public/person-avatar.tsx";

const REASONS = { email: t`The same address`, phone: t`The same number`, name: t`The same name` } as const;

/** Contacts that look like one person; the first of each group is kept and takes what it lacks from the others. */
export function MergeDialog({ onClose }: { onClose(): void }) {
  const { data, refetch } = useQuery({
    ...contacts.duplicates.query({}),
    meta: { failure: t`Failed to load communication data` },
  });
  const merge = async (group: readonly ContactOnWire[]) => {
    if (await mergeContacts(group)) await refetch();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Merge duplicates`}
      description={t`The first contact of each group is kept and completed from the others. The others are moved to the trash.`}
      footer={
        <Button variant="default" onClick={onClose}>
          {t`Close`}
        </Button>
      }
    >
      {!data && <SkeletonRows count={4} label={t`Finding duplicates`} />}
      {data?.groups.length === 0 && (
        <Text tone="soft" textWrap="pretty" textAlign="center" pad="24px 16px">
          {t`No duplicates found`}
        </Text>
      )}
      <Stack as="ul" gap={12} pad={0} className={styles.groups} aria-label={t`Duplicates`}>
        {data?.groups.map(({ reason, contacts: group }) => (
          <li key={group.map(({ id }) => id).join()}>
            <Row gap={0} justify="space-between" size="label" tone="soft">
              <span>{REASONS[reason]}</span>
              <Button size="compact-sm" variant="default" onClick={() => void merge(group)}>
                {t`Merge`}
              </Button>
            </Row>
            {group.map(({ id, contactName, contactEmail, contactPhone }) => (
              <Row gap={10} key={id} className={styles.person}>
                <PersonAvatar email={contactEmail} name={contactName} size="small" />
                <Stack as="span" gap={0} grow lineHeight={1.35} className={styles.words}>
                  <span>{contactName}</span>
                  <Text as="span" tone="soft" size="label">
                    {[contactEmail, contactPhone].filter(Boolean).join(" · ")}
                  </Text>
                </Stack>
              </Row>
            ))}
          </li>
        ))}
      </Stack>
    </Dialog>
  );
}
