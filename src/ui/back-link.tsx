import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { t } from "#i18n/message.ts";
import styles from "./back-link.module.css";
import type { ListAddress } from "./use-way-back.ts";

type BackLinkProps = {
  list: ListAddress;
  /** Its name is shown beside the arrow. */
  isNamed?: boolean;
  onLeave(): void;
};

/** From the page of a record to its list, as `useWayBack` goes; another tab opens the list's own address. */
export const BackLink = ({ list: { to, search = {}, label }, isNamed, onLeave }: BackLinkProps) => (
  <Link
    to={to}
    search={search}
    aria-label={t`Back: ${label}`}
    title={label}
    className={styles.back}
    data-named={isNamed || undefined}
    onClick={(event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      onLeave();
    }}
  >
    <ArrowLeft size={18} strokeWidth={1.75} aria-hidden />
    {isNamed && label}
  </Link>
);
