import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { t, term } from "#i18n/message.ts";
import { useRecord } from "#platform/client/use-records.ts";
import { fieldsWhere, namesOf } from "#platform/fields/field-shapes.ts";
import { formatDate } from "#ui/dates.ts";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Grid, Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { contactFields } from "../../fields.ts";
import type { ContactOnWire } from "../../model.ts";
import { recentInteractions } from "../api.ts";
import { CardStateNotice } from "../card-state-notice.tsx";
import { confirmContact } from "../contact-actions.ts";
import { exportContacts } from "../contact-card-actions.ts";
import { promiseParts } from "../slots.ts";
import styles from "./contact-card.module.css";
import { contactRecords, photoOf } from "./contact-records.ts";
import { PersonAvatar } from "./person-avatar.tsx";

const PersonPromises = laterPart(async () => (await promiseParts.get()()).PersonPromises);
/** As many as the list of promises takes. */
const MAX_PARTIES = 20;

type ContactCardProps = {
  contact: ContactOnWire;
  onMessage(contact: ContactOnWire): void;
  onEdit(contact: ContactOnWire): void;
  onClose(): void;
};

/** The details of a contact and the latest interactions with it. */
export function ContactCard({ contact: given, onMessage, onEdit, onClose }: ContactCardProps) {
  const contact = useRecord(contactRecords, given.id) ?? given;
  const { id, contactName } = contact;
  const { data } = useQuery({
    ...recentInteractions.recentInteractions.query({ id }),
    meta: { failure: t`Failed to load communication data` },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={contactName}
      size="large"
      footer={
        <>
          <Button variant="default" onClick={() => void exportContacts([id])}>
            {t`Export vCard`}
          </Button>
          <Button variant="default" onClick={() => onEdit(contact)}>
            {t`Edit`}
          </Button>
          <Button onClick={() => onMessage(contact)}>
            {term("Message", "button: write a message to a person")}
          </Button>
        </>
      }
    >
      <CardStateNotice contact={contact} />
      <Row gap={16} align="stretch" margin="0 0 20px">
        <PersonAvatar
          name={contactName}
          size="large"
          email={contact.contactEmail}
          userId={contact.accountId}
          picture={photoOf(contact)}
        />
        <Details contact={contact} />
      </Row>
      {partyOf(contact) && <PersonPromises party={partyOf(contact)} onClose={onClose} />}
      {!data && <SkeletonRows count={5} label={t`Loading recent activity`} />}
      {data && <RecentInteractions data={data} onClose={onClose} />}
    </Dialog>
  );
}

/** How promises name them: by their addresses in mail, by their account in chats. */
const partyOf = ({ contactEmail, otherEmails, accountId }: ContactOnWire): string =>
  [accountId, contactEmail, ...otherEmails].filter(Boolean).slice(0, MAX_PARTIES).join(",").toLowerCase();

/** What is known of somebody, and the ways to reach them. */
function Details({ contact }: { contact: ContactOnWire }) {
  const { id, contactEmail, otherEmails, contactPhone, otherPhones } = contact;
  const facts = FACTS.map((name) => contact[name])
    .filter(Boolean)
    .join(" · ");
  return (
    <Stack gap={2} shrink className={styles.ways}>
      <Text as="span" tone="soft">
        {facts}
      </Text>
      {[contactEmail, ...otherEmails].map(
        (email) =>
          email && (
            <a key={email} href={`mailto:${email}`}>
              {email}
            </a>
          ),
      )}
      {[contactPhone, ...otherPhones].map(
        (phone) =>
          phone && (
            <a key={phone} href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}>
              {phone}
            </a>
          ),
      )}
      {PARAGRAPHS.map(
        (name) =>
          contact[name] && (
            <p key={name} className={styles.note}>
              {contact[name]}
            </p>
          ),
      )}
      {contactEmail && !contact.isConfirmed && (
        <Row as="p" wrap size="list" tone="warn" margin="8px 0 0">
          {UNCONFIRMED[contact.provenance] ?? t`Not confirmed: somebody else entered this address.`}
          <Button size="compact-sm" variant="default" onClick={() => void confirmContact(id)}>
            {t`Confirm address`}
          </Button>
        </Row>
      )}
    </Stack>
  );
}

type RecentInteractionsProps = {
  data: Awaited<ReturnType<typeof recentInteractions.recentInteractions.call>>;
  onClose(): void;
};

/** Only what was sent says that it is at the contact. */
const MAIL_LABELS = {
  received: (subject) => subject,
  sent: (subject) => t`To them: ${subject}`,
  draft: (subject) => t`Draft to them: ${subject}`,
  scheduled: (subject) => t`Scheduled, to them: ${subject}`,
  held: (subject) => t`Not sent yet, to them: ${subject}`,
  failed: (subject) => t`Failed, to them: ${subject}`,
  uncertain: (subject) => t`Uncertain, to them: ${subject}`,
} satisfies Record<RecentInteractionsProps["data"]["mails"][number]["status"], (subject: string) => string>;

const RecentInteractions = ({ data, onClose }: RecentInteractionsProps) => (
  <Grid columns={2} gap={24} lineGap={20} className={styles.touches}>
    <InteractionList title={t`Mails`} none={t`No mail yet`}>
      {data.mails.map((mail) => (
        <Touch key={mail.id} at={mail.at}>
          <Link to="/email" search={{ email: mail.id }}>
            {MAIL_LABELS[mail.status](mail.subject || t`No subject`)}
          </Link>
        </Touch>
      ))}
    </InteractionList>
    <InteractionList title={t`Messages`} none={t`No message yet`}>
      {data.messages.map((message) => (
        <Touch key={message.id} at={message.at}>
          <Link
            to="/communication"
            search={{ conversation: data.conversationId ?? undefined, message: message.id }}
            onClick={onClose}
          >
            {`${message.senderName.split(" ")[0]}: ${message.content}`}
          </Link>
        </Touch>
      ))}
    </InteractionList>
    <InteractionList title={t`Meetings`} none={t`No meeting yet`}>
      {data.meetings.map((meeting) => (
        <Touch key={meeting.id} at={meeting.at}>
          <Link to="/calendar" search={{ event: meeting.id }}>
            {meeting.title}
          </Link>
        </Touch>
      ))}
    </InteractionList>
    <InteractionList title={t`Open tasks`} none={t`No open tasks`}>
      {data.tasks.map((task) => (
        <Touch key={task.id} at={task.dueDate}>
          <Link to="/tasks" search={{ task: task.id }}>
            {task.title}
          </Link>
        </Touch>
      ))}
    </InteractionList>
  </Grid>
);

const FACTS = namesOf(fieldsWhere(contactFields, "shown", "fact"));
const PARAGRAPHS = namesOf(fieldsWhere(contactFields, "shown", "paragraph"));

const BY_ASSISTANT = t`Not confirmed: the assistant entered this address.`;
const UNCONFIRMED: Partial<Record<ContactOnWire["provenance"], string>> = {
  agent: t`Not confirmed: an agent entered this address.`,
  assistant: BY_ASSISTANT,
  model: BY_ASSISTANT,
};

function InteractionList({ title, none, children }: { title: string; none: string; children: ReactNode[] }) {
  return (
    <section className={styles.touch}>
      <h3>{title}</h3>
      {children.length > 0 ? (
        <ul>{children}</ul>
      ) : (
        <Text tone="faint" size="label" noShrink>
          {none}
        </Text>
      )}
    </section>
  );
}

function Touch({ at, children }: { at: string | null; children: ReactNode }) {
  return (
    <li>
      {children}
      {at && <time dateTime={at}>{formatDate(new Date(at))}</time>}
    </li>
  );
}
