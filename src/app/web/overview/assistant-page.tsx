import { AssistantPanel } from "../dashboard/assistant-panel.tsx";
import { OverviewPage } from "./overview-page.tsx";

export function AssistantPage() {
  return (
    <OverviewPage title="AI Assistant" subtitle="Your AI Executive Assistant">
      <AssistantPanel isFull />
    </OverviewPage>
  );
}
