import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { noonOf } from "#features/calendar/web/days.ts";
import { nameOf } from "#features/email/web/reading/format-people.ts";
import { t } from "#i18n/message.ts";
import { formatDate, formatMoment } from "#ui/dates.ts";
import { Avatar } from "#ui/display/avatar.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { ListRow } from "#ui/lists/list-row.tsx";
import type { LinkKind, ProjectLinkOnWire, ProjectPerson } from "../../project-links/model.ts";
import { iconOfRecord } from "../record-icons.ts";
import { isDraft } from "./project-links.ts";
import styles from "./related-records.module.css";

/** Where the page of a record is. */
const PLACES: Record<LinkKind, (id: string) => { to: string; search?: Record<string, string> }> = {
  contact: (id) => ({ to: "/communication", search: { contact: id } }),
  email: (id) => ({ to: "/email", search: { email: id } }),
  event: (id) => ({ to: "/calendar", search: { event: id } }),
  document: (id) => ({ to: `/documents/${id}` }),
};

/** What tells a record from others with its title. */
const DETAILS: Record<LinkKind, (link: ProjectLinkOnWire) => (string | null)[]> = {
  contact: ({ detail }) => [detail],
  email: ({ detail, at }) => [at && formatDate(at), detail && nameOf(detail)],
  event: ({ detail, at, isAllDay }) => [
    at && (isAllDay ? formatDate(noonOf(at.slice(0, 10))) : formatMoment(at)),
    detail,
  ],
  document: ({ detail, origin }) => [origin === "task" ? t`From one of the tasks` : detail],
};

const titleOf = ({ kind, title }: ProjectLinkOnWire) =>
  title || (kind === "email" ? t`No subject` : t`(No title)`);

type LinkRowProps = { link: ProjectLinkOnWire; onRemove(link: ProjectLinkOnWire): void };

export function LinkRow({ link, onRemove }: LinkRowProps) {
  const Icon = iconOfRecord(link.kind);
  const title = titleOf(link);
  const detail = DETAILS[link.kind](link).filter(Boolean).join(" · ");
  const isRemovable = link.origin === "added" && !isDraft(link);
  return (
    <ListRow
      as="li"
      className={styles.row}
      leading={
        link.kind === "contact" ? (
          <Avatar name={title} size="small" />
        ) : (
          <Icon size={16} strokeWidth={1.75} aria-hidden className={styles.icon} />
        )
      }
      title={
        <Link {...PLACES[link.kind](link.recordId)} className={styles.link} title={title}>
          {title}
        </Link>
      }
      detail={<Detail>{detail}</Detail>}
      actions={
        isRemovable && (
          <IconButton
            icon={X}
            label={t`Remove '${title}' from the project`}
            className={styles.remove}
            onClick={() => onRemove(link)}
          />
        )
      }
    />
  );
}

/** Somebody whom the emails and events of the project name: leads to the mail with them. */
export const PersonRow = ({ person: { name, address } }: { person: ProjectPerson }) => (
  <ListRow
    as="li"
    className={styles.row}
    leading={<Avatar name={name} size="small" />}
    title={
      <Link
        to="/email"
        search={{ search: `from:${address} OR to:${address}` }}
        className={styles.link}
        title={t`Show emails with ${name}`}
      >
        {name}
      </Link>
    }
    detail={name !== address && <Detail>{address}</Detail>}
  />
);

const Detail = ({ children }: { children: ReactNode }) =>
  children && (
    <Text as="span" size="label" tone="faint" overflow="dots">
      {children}
    </Text>
  );

export const RelatedSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack as="section" gap={2} aria-label={title}>
    <Text as="h3" size="label" tone="soft" weight="medium">
      {title}
    </Text>
    <Stack as="ul" gap={0}>
      {children}
    </Stack>
  </Stack>
);
