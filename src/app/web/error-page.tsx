import type { ErrorComponentProps } from "@tanstack/react-router";
import { ApiError } from "#platform/client/resource-client.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { useFailureReport } from "#ui/overlays/use-failure-report.ts";
import { NotFound } from "./not-found.tsx";

/** In place of a page that could not be drawn. What was refused is no fault: to this person, there is no such page. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  useFailureReport(true, () => console.error(error));
  if (error instanceof ApiError && error.code === "forbidden") return <NotFound />;
  return (
    <ErrorState
      title="This page cannot be shown"
      message="Something went wrong on our side."
      onRetry={reset}
    />
  );
}
