import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { Clock } from "lucide-react";
import { emailConfirmation } from "#features/settings/web/api.ts";
import { t } from "#i18n/message.ts";
import { useAuth } from "../session/auth-provider.tsx";
import styles from "./address-notice.module.css";

type Waiting = Awaited<ReturnType<typeof emailConfirmation.state.call>>["waiting"];

/** The kind of items on each page. */
const ITEMS_BY_PAGE: Record<string, { kind: keyof Waiting; noun: string }> = {
  "/documents": { kind: "documents", noun: "document" },
  "/team": { kind: "invitations", noun: "invitation" },
  "/email": { kind: "mails", noun: "email" },
  "/communication": { kind: "conversations", noun: "conversation" },
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
        {count === 1 ? t`1 ${page.noun} waits` : t`${count} ${page.noun}s wait`} until your address is
        confirmed.{" "}
        <Link to="/settings" search={{ tab: "profile" }} className={styles.link}>
          {data?.canSendLink ? t`Confirm your address` : t`What to do`}
        </Link>
      </span>
    </>
  );
}
