import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Plus, X } from "lucide-react";
import { useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { CopyButton } from "#ui/inputs/copy-button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Switch } from "#ui/inputs/switch.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { bookingPages } from "../api.ts";
import styles from "../calendars/calendars-dialog.module.css";
import { BookingPageForm, type BookingPageOnWire } from "./booking-page-form.tsx";

const ALL = bookingPages.list.query({});

/** Public pages on which others book a time within the owner's working hours. */
export function BookingPages() {
  const { data, isError } = useQuery({ ...ALL, retry: false });
  const [edited, setEdited] = useState<BookingPageOnWire | "new" | null>(null);
  const { act, remove } = useBookingPageActions();
  return (
    <details className={styles.section}>
      <summary>{t`Booking pages`}</summary>
      <Stack pad="12px 0 0" gap={12} align="start" className={styles.form}>
        <Text tone="soft" size="list">
          {t`Anyone with the link can book a free time with you, without an account. The booking becomes an event, and you both get an email.`}
        </Text>
        {isError && (
          <Text tone="soft" size="list">
            {t`The booking pages could not be read`}
          </Text>
        )}
        {data?.items.map((page) =>
          edited !== "new" && edited?.id === page.id ? null : (
            <Row key={page.id} gap={10} wrap className={`${styles.pageRow} ${styles.wide}`}>
              <Switch
                label={page.title}
                description={`/book/${page.slug}, ${plural(page.minutes, { one: `${page.minutes} minute`, other: `${page.minutes} minutes` })}`}
                isOn={page.isOpen}
                onChange={(isOpen) =>
                  void act(t`Failed to save the booking page`, () =>
                    bookingPages.update.call({ id: page.id, version: page.version, isOpen }),
                  )
                }
              />
              <CopyButton label={t`Copy`} text={`${location.origin}/book/${page.slug}`} />
              <IconButton label={t`Edit '${page.title}'`} icon={Pencil} onClick={() => setEdited(page)} />
              <IconButton label={t`Remove '${page.title}'`} icon={X} onClick={() => void remove(page)} />
            </Row>
          ),
        )}
        {edited === null ? (
          <Button
            variant="default"
            leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => setEdited("new")}
          >
            {t`New booking page`}
          </Button>
        ) : (
          <BookingPageForm
            key={edited === "new" ? "new" : edited.id}
            page={edited === "new" ? null : edited}
            onClose={() => setEdited(null)}
            onSave={(save) => act(t`Failed to save the booking page`, save)}
          />
        )}
      </Stack>
    </details>
  );
}

function useBookingPageActions() {
  const queries = useQueryClient();
  const act = async (failure: string, change: () => Promise<unknown>): Promise<boolean> => {
    try {
      await change();
      await queries.invalidateQueries({ queryKey: ["bookingPages"] });
      return true;
    } catch (error) {
      toast.failure(failure, error instanceof Error ? error.message : String(error));
      return false;
    }
  };
  const remove = async ({ id, title }: BookingPageOnWire) => {
    if (!(await act(t`Failed to remove the booking page`, () => bookingPages.delete.call({ id })))) return;
    toast.undo(t`'${title}' was removed`, () => {
      void act(t`Failed to restore the booking page`, () => bookingPages.restore.call({ id }));
    });
  };
  return { act, remove };
}
