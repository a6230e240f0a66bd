import { useQuery } from "@tanstack/react-query";
import { type DashboardFigures, dashboard } from "../api.ts";

/** The person's figures, live. 'Today' is a day of the reader's own time zone. */
export function useFigures(): DashboardFigures | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const figures = useQuery({
    ...dashboard.figures.query({ timeZone }),
    meta: { failure: "Failed to load dashboard figures" },
  });
  return figures.data;
}
