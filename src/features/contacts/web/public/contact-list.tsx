import { EllipsisVertical, MessageSquare, Pencil, SearchX, Star, Trash2, UserPlus } from "lucide-react";
import { type ComponentProps, memo, useRef } from "react";
import { t, term } from "#i18n/message.ts";
import { usePresence } from "#platform/client/presence.ts";
import { type ListOfRecords, useRecord, useRecordList } from "#platform/client/use-records.ts";
import { Badge } from "#ui/display/badge.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { LoadedList } from "#ui/lists/loaded-list.tsx";
import { recordRows } from "#ui/lists/record-rows.ts";
import { RowList } from "#ui/lists/row-list.tsx";
import { ScrollingRows } from "#ui/lists/virtual-rows.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import type { ContactOnWire } from "../../model.ts";
import { contactWrites, toggleFavorite } from "../contact-actions.ts";
import styles from "./contact-list.module.css";
import { contactRecords, contactSource, photoOf } from "./contact-records.ts";
import { PersonAvatar } from "./person-avatar.tsx";
import { reportReadFailure } from "./report-read-failure.ts";

type ContactListProps = {
  isFavorite: boolean;
  search: string | undefined;
  onOpen(contact: ContactOnWire): void;
  onMessage(contact: ContactOnWire): void;
  onEdit(contact: ContactOnWire): void;
  onNew(): void;
  onClear(): void;
};

const ROW_HEIGHT = 64;

export function ContactList(props: ContactListProps) {
  const { isFavorite, search } = props;
  const { key, source } = contactSource(isFavorite, search);
  const list = useRecordList(contactRecords, key, source);
  return (
    <LoadedList
      list={list}
      failure={t`Failed to load communication data`}
      onFailure={reportReadFailure}
      loading={<SkeletonRows count={7} height={64} isBare label={t`Loading contacts`} />}
      empty={<NoneHere {...props} />}
    >
      <Rows key={key} list={list} {...props} />
    </LoadedList>
  );
}

function NoneHere({ isFavorite, search, onNew, onClear }: ContactListProps) {
  if (search || isFavorite)
    return (
      <EmptyState
        icon={search ? SearchX : Star}
        title={search ? t`No contact matches` : t`No favorites yet`}
        action={
          <Button variant="default" onClick={onClear}>
            {t`Show all contacts`}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      icon={UserPlus}
      title={t`Your contacts appear here`}
      message={t`You can message contacts who have an account here.`}
      action={<Button variant="default" onClick={onNew}>{t`Add Contact`}</Button>}
    />
  );
}

function Rows({ list, onOpen, onMessage, onEdit }: ContactListProps & { list: ListOfRecords }) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <RowList ref={box} aria-label={t`Contacts`} className={styles.box}>
      <ScrollingRows
        box={box}
        rowHeight={ROW_HEIGHT}
        {...recordRows(list, (id, place) => (
          <ContactRow key={id} id={id} {...place} onOpen={onOpen} onMessage={onMessage} onEdit={onEdit} />
        ))}
      />
    </RowList>
  );
}

type ContactRowProps = Pick<ContactListProps, "onOpen" | "onMessage" | "onEdit"> & {
  id: string;
  position: number;
  count: number;
};

const ContactRow = memo(function ContactRow(props: ContactRowProps) {
  const { id, position, count, onOpen, onMessage, onEdit } = props;
  const contact = useRecord(contactRecords, id);
  if (!contact) return null;
  const { contactName, relationship, contactEmail, contactPhone, isFavorite, cardState } = contact;
  const remove = () => void contactWrites.delete(contact);
  return (
    <Row
      gap={2}
      pad="0px 2px 0 10px"
      role="listitem"
      aria-label={contactName}
      aria-posinset={position}
      aria-setsize={count}
      className={styles.row}
    >
      <ContactAvatar contact={contact} />
      <PlainButton className={styles.words} onClick={() => onOpen(contact)}>
        <Text as="span" weight="medium" className={styles.name}>
          {contactName}
        </Text>
        <span className={styles.facts}>
          {[relationship, contactEmail ?? contactPhone].filter(Boolean).join(" · ")}
        </span>
      </PlainButton>
      {STATE_WORDS[cardState] && <Badge tone="warn">{STATE_WORDS[cardState]}</Badge>}
      <PlainButton
        shape="icon"
        className={styles.favourite}
        aria-pressed={isFavorite}
        aria-label={t`Favorite '${contactName}'`}
        title={isFavorite ? t`Remove from favorites` : t`Add to favorites`}
        onClick={() => void toggleFavorite(contact)}
      >
        <Star size={16} strokeWidth={1.75} fill={isFavorite ? "currentColor" : "none"} aria-hidden />
      </PlainButton>
      <PlainButton
        shape="icon"
        aria-label={t`Message '${contactName}'`}
        title={term("Message", "button: write a message to a person")}
        onClick={() => onMessage(contact)}
      >
        <MessageSquare size={16} strokeWidth={1.75} aria-hidden />
      </PlainButton>
      <Menu
        label={t`More for '${contactName}'`}
        items={[
          { label: t`Edit`, icon: Pencil, onSelect: () => onEdit(contact) },
          { label: t`Delete`, icon: Trash2, isDestructive: true, onSelect: remove },
        ]}
        trigger={(trigger) => (
          <PlainButton shape="icon" aria-label={t`More for '${contactName}'`} {...trigger}>
            <EllipsisVertical size={16} strokeWidth={1.75} aria-hidden />
          </PlainButton>
        )}
      />
    </Row>
  );
});

/** What the person may want to do something about; a change that only waits for the next sync is none. */
const STATE_WORDS: Partial<Record<ContactOnWire["cardState"], string>> = {
  conflict: t`Conflict`,
  refused: t`Only here`,
};

function ContactAvatar({ contact }: { contact: ContactOnWire }) {
  const { accountId, contactName, contactEmail } = contact;
  const face = { name: contactName, userId: accountId, email: contactEmail, picture: photoOf(contact) };
  return accountId ? <Face {...face} userId={accountId} /> : <PersonAvatar {...face} />;
}

const Face = (face: ComponentProps<typeof PersonAvatar> & { userId: string }) => (
  <PersonAvatar {...face} isOnline={usePresence(face.userId)?.isOnline} />
);
