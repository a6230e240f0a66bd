import { useQuery } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { type DashboardFigures, dashboard } from "../api.ts";

/** The person's figures, live: undefined while loading, null if they could not be loaded. */
export function useFigures(): DashboardFigures | null | undefined {
  const { data, isError } = useQuery({
    ...dashboard.figures.query({ timeZone: readerTimeZone() }),
    meta: { failure: t`Failed to load dashboard figures` },
  });
  return data ?? (isError ? null : undefined);
}
