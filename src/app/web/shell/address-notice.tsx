import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { Clock } from "lucide-react";
import { emailConfirmation } from "#features/settings/web/api.ts";
import { plural, t } from "#i18n/message.ts";
import { useAuth } from "../session/auth-provider.tsx";
import styles from "./address-notice.module.css";

type Waiting = Awaited<ReturnType<typeof emailConfirmation.state.call>>["waiting"];

/** The kind of items on each page, and what is said of those that wait. */
const ITEMS_BY_PAGE: Record<string, { kind: keyof Waiting; waiting(count: number): string }> = {
  "/documents": {
    kind: "documents",
    waiting: (count) =>
      plural(count, {
        one: `${count} document waits until your address is confirmed.`,
        other: `${count} documents wait until your address is confirmed.`,
      }),
  },
  "/team": {
    kind: "invitations",
    waiting: (count) =>
      plural(count, {
        one: `${count} invitation waits until your address is confirmed.`,
        other: `${count} invitations wait until your address is confirmed.`,
      }),
  },
  "/email": {
    kind: "mails",
    waiting: (count) =>
      plural(count, {
        one: `${count} email waits until your address is confirmed.`,
        other: `${count} emails wait until your address is confirmed.`,
      }),
  },
  "/communication": {
    kind: "conversations",
    waiting: (count) =>
      plural(count, {
        one: `${count} conversation waits until your address is confirmed.`,
        other: `${count} conversations wait until your address is confirmed.`,
      }),
  },
};

/** The number of items on this page that wait until the reader's address counts; hidden if none do. */
export function AddressNotice() {
  const { user } = useAuth();
  const page = ITEMS_BY_PAGE[useLocation().pathname];
  const isAsked = user?.emailState === "unproven" && page !== undefined;
  const { data } = useQuery({ ...emailConfirmation.state.query({}), enabled: isAsked, staleTime: 0 });
  const count = isAsked && data ? data.waiting[page.kind] : 0;
  if (!page || count === 0) return null;
  return (
    <>
      <Clock size={16} strokeWidth={1.75} aria-hidden />
      <span role="note">
        {page.waiting(count)}{" "}
        <Link to="/settings" search={{ tab: "profile" }} className={styles.link}>
          {data?.canSendLink ? t`Confirm your address` : t`What to do`}
        </Link>
      </span>
    </>
  );
}
