import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { t, term } from "#i18n/message.ts";
import { StatLine } from "#ui/display/stat-line.tsx";
import type { emails } from "./api.ts";
import { ELSEWHERE, type EmailPageParams, parseEmailPageParams } from "./email-page-params.ts";

export type EmailStatistics = Awaited<ReturnType<typeof emails.stats.call>>;

export const RATE_DEFINITION = t`The share of your sent emails that have an AI summary.`;

const FIGURES = [
  { label: t`Total`, name: "total", status: undefined },
  { label: term("Sent", "emails that were sent"), name: "sent", status: "sent" },
  { label: t`Drafts`, name: "drafts", status: "draft" },
  { label: t`Scheduled`, name: "scheduled", status: "scheduled" },
] as const;

type EmailStatLineProps = { stats: EmailStatistics | undefined; isError: boolean };

/** The statistics of the page in one line; each opens what it counts. */
export function EmailStatLine({ stats, isError }: EmailStatLineProps) {
  const rate = stats && (stats.sent > 0 ? `${stats.responseRate}%` : NO_RATE);
  return (
    <nav aria-label={t`Statistics`}>
      <StatLine
        stats={[
          ...FIGURES.map(({ label, name, status }) => ({
            label,
            value: isError ? null : stats?.[name],
            inLink: (content: ReactNode) => (
              <Link to="/email" search={partOfAllMail(status)}>
                {content}
              </Link>
            ),
          })),
          {
            label: t`Response Rate`,
            value: isError ? null : rate,
            definition: rate === NO_RATE ? undefined : RATE_DEFINITION,
          },
        ]}
      />
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
