import { useState } from "react";
import { SegmentedControl } from "#ui/segmented-control.tsx";
import { OverviewPage } from "../overview/overview-page.tsx";
import styles from "./assistant-page.module.css";
import { AssistantPanel } from "./assistant-panel.tsx";
import { ChatList } from "./chat-list.tsx";
import { MemoryList } from "./memory-list.tsx";

type Tab = "chats" | "memory";
const TABS: readonly { value: Tab; label: string }[] = [
  { value: "chats", label: "Chats" },
  { value: "memory", label: "Memory" },
];

export function AssistantPage() {
  const [tab, setTab] = useState<Tab>("chats");
  return (
    <OverviewPage title="AI Assistant" subtitle="Your AI Executive Assistant">
      <div className={styles.columns}>
        <AssistantPanel isFull />
        <aside className={styles.aside} aria-label="Chats and memory">
          <SegmentedControl<Tab> label="Chats or memory" value={tab} onChange={setTab} options={TABS} />
          {tab === "chats" ? <ChatList /> : <MemoryList />}
        </aside>
      </div>
    </OverviewPage>
  );
}
