import type { ReactNode } from "react";
import { Page } from "#ui/page.tsx";

type OverviewPageProps = { title: string; subtitle: string; actions?: ReactNode; children: ReactNode };

/** The layout shared by the three overview pages. */
export function OverviewPage({ title, subtitle, actions, children }: OverviewPageProps) {
  return (
    <Page title={title} subtitle={subtitle} actions={actions}>
      {children}
    </Page>
  );
}
