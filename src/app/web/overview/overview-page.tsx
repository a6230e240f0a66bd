import type { ReactNode } from "react";
import { Page } from "#ui/page.tsx";

type OverviewPageProps = { title: string; subtitle: string; children: ReactNode };

/** The shared page of the three areas that gather from all others. */
export function OverviewPage({ title, subtitle, children }: OverviewPageProps) {
  return (
    <Page title={title} subtitle={subtitle}>
      {children}
    </Page>
  );
}
