import { Link } from "@tanstack/react-router";
import { Figure } from "#ui/display/figure.tsx";
import type { emails } from "./api.ts";
import { ELSEWHERE, type EmailPageParams, parseEmailPageParams } from "./email-page-params.ts";
import styles from "./stat-line.module.css";

export type EmailStatistics = Awaited<ReturnType<typeof emails.stats.call>>;

export const RATE_DEFINITION = "The share of your sent emails that have an AI summary.";

const FIGURES = [
  { label: "Total", name: "total", status: undefined },
  { label: "Sent", name: "sent", status: "sent" },
  { label: "Drafts", name: "drafts", status: "draft" },
  { label: "Scheduled", name: "scheduled", status: "scheduled" },
] as const;

type StatLineProps = { stats: EmailStatistics | undefined; isError: boolean };

/** The statistics of the page in one quiet line; each opens what it counts. */
export function StatLine({ stats, isError }: StatLineProps) {
  const rate = stats && (stats.sent > 0 ? `${stats.responseRate}%` : NO_RATE);
  return (
    <nav className={styles.line} aria-label="Statistics">
      {FIGURES.map(({ label, name, status }) => (
        <Link key={name} to="/email" search={partOfAllMail(status)}>
          {label}{" "}
          <span className={styles.value}>
            <Figure name={label} value={isError ? null : stats?.[name]} />
          </span>
        </Link>
      ))}
      <span>
        Response Rate{" "}
        <span className={styles.value}>
          <Figure
            name="Response Rate"
            value={isError ? null : rate}
            definition={rate === NO_RATE ? undefined : RATE_DEFINITION}
          />
        </span>
      </span>
    </nav>
  );
}

/** Of nothing sent there is no share. */
const NO_RATE = "–";

const partOfAllMail = (status: EmailPageParams["status"]) => (before: Record<string, unknown>) => ({
  ...parseEmailPageParams(before),
  ...ELSEWHERE,
  ...{ tab: undefined, trash: undefined, search: undefined, here: undefined, view: "all", status },
});
