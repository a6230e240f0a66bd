import { Hourglass } from "lucide-react";
import { EmptyState } from "#ui/empty-state.tsx";
import { Page } from "#ui/page.tsx";

/** An area that is specified and not yet built: its name and nothing invented. */
export function AnnouncedPage({ title }: { title: string }) {
  return (
    <Page title={title}>
      <EmptyState icon={Hourglass} title={`${title} arrives with the next release`} />
    </Page>
  );
}
