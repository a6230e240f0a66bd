import type { ErrorComponentProps } from "@tanstack/react-router";
import { t } from "#i18n/message.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { useFailureReport } from "#ui/overlays/use-failure-report.ts";
import { NotFound } from "./lazy-not-found.tsx";

/** Replaces a page that could not be rendered. A refused request is no error: the person sees 'not found'. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  useFailureReport(true, () => console.error(error));
  if (error instanceof ApiError && error.code === "forbidden") return <NotFound />;
  return (
    <ErrorState
      title={t`This page cannot be shown`}
      message={t`Something went wrong on our side.`}
      onRetry={reset}
    />
  );
}
