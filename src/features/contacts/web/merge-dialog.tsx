import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Avatar } from "#ui/avatar.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import type { ContactOnWire } from "../model.ts";
import { mergeContacts } from "./act-on-cards.ts";
import { contacts } from "./api.ts";
import styles from "./dialog.module.css";

const REASONS = { email: "The same address", phone: "The same number", name: "The same name" } as const;

/** Contacts that look like one person; the first of each group is kept and takes what it lacks from the others. */
export function MergeDialog({ onClose }: { onClose(): void }) {
  const { data, refetch } = useQuery({
    ...contacts.duplicates.query({}),
    meta: { failure: "Failed to load communication data" },
  });
  const merge = async (group: readonly ContactOnWire[]) => {
    if (await mergeContacts(group)) await refetch();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Merge duplicates"
      description="The first of each group is kept and takes from the others what it lacks. They go to the trash."
      footer={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      {!data && <SkeletonRows count={4} label="Looking for duplicates" />}
      {data?.groups.length === 0 && <p className={styles.nothing}>No contact looks like another one</p>}
      <ul className={styles.groups} aria-label="Duplicates">
        {data?.groups.map(({ reason, contacts: group }) => (
          <li key={group.map(({ id }) => id).join()}>
            <div className={styles.groupHead}>
              <span>{REASONS[reason]}</span>
              <Button size="compact-sm" variant="default" onClick={() => void merge(group)}>
                Merge
              </Button>
            </div>
            {group.map(({ id, contactName, contactEmail, contactPhone }) => (
              <div key={id} className={styles.person}>
                <Avatar name={contactName} size="small" />
                <span className={styles.words}>
                  <span>{contactName}</span>
                  <span className={styles.detail}>
                    {[contactEmail, contactPhone].filter(Boolean).join(" · ")}
                  </span>
                </span>
              </div>
            ))}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
