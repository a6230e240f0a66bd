import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { useAddressAction } from "#ui/use-address-action.ts";
import { OverviewPage } from "../overview/overview-page.tsx";
import { ApprovalList, useWaitingCount } from "./approval-list.tsx";
import styles from "./assistant-page.module.css";
import { AssistantPanel } from "./assistant-panel.tsx";
import { ChatList } from "./chat-list.tsx";
import { useConversation } from "./use-conversation.ts";

const MemoryList = laterPart(
  async () => (await import("./memory-list.tsx")).MemoryList,
  <SkeletonRows count={3} label={t`Loading the memory`} />,
);
const ModelTab = laterPart(
  async () => (await import("./model-tab.tsx")).ModelTab,
  <SkeletonRows count={3} label={t`Loading the use of the model`} />,
);

type Tab = "chats" | "approvals" | "memory" | "model";
const tabsWith = (waiting: number): readonly { value: Tab; label: string }[] => [
  { value: "chats", label: t`Chats` },
  { value: "approvals", label: waiting > 0 ? t`Approvals (${waiting})` : t`Approvals` },
  { value: "memory", label: t`Memory` },
  { value: "model", label: t`Model` },
];

export function AssistantContent() {
  const asked = useSearch({ strict: false }) as { tab?: unknown };
  const [{ tab, askedTab }, setTabState] = useState<{ tab: Tab; askedTab?: unknown }>({ tab: "chats" });
  // A notification opens the approvals tab, even if this page is already open.
  if (asked.tab !== askedTab)
    setTabState({ tab: asked.tab === "approvals" ? "approvals" : tab, askedTab: asked.tab });
  const setTab = (next: Tab) => setTabState({ tab: next, askedTab });
  const waiting = useWaitingCount();
  const sidebar = useRef<HTMLElement>(null);
  const hasWaiting = waiting > 0;
  // On a phone it is below the chat, and only tall enough to scroll to once its requests are loaded.
  useEffect(() => {
    if (asked.tab === "approvals")
      sidebar.current?.scrollIntoView({ block: hasWaiting ? "start" : "nearest" });
  }, [asked.tab, hasWaiting]);
  useQuestionFromAddress();
  return (
    <OverviewPage title={t`AI Assistant`} subtitle={t`Your AI Executive Assistant`}>
      <div className={styles.columns} data-toasts="beside">
        <AssistantPanel place="page" />
        <Stack
          as="aside"
          gap={12}
          shrink
          ref={sidebar}
          className={styles.aside}
          aria-label={t`Chats, approvals and memory`}
        >
          <SegmentedControl<Tab>
            label={t`Chats, approvals, memory or model`}
            value={tab}
            onChange={setTab}
            options={tabsWith(waiting)}
          />
          {tab === "chats" && <ChatList />}
          {tab === "approvals" && <ApprovalList />}
          {tab === "memory" && <MemoryList />}
          {tab === "model" && <ModelTab />}
        </Stack>
      </div>
    </OverviewPage>
  );
}

/**
 * Sends the sentence in `?ask=` (from the palette) once, or opens the chat in `?chat=` (from a notification), and
 * removes it from the address, so that a reload does not repeat it.
 */
function useQuestionFromAddress(): void {
  const { ask, chat } = useSearch({ strict: false }) as { ask?: unknown; chat?: unknown };
  const navigate = useNavigate();
  const { send, open } = useConversation({ acknowledges: "when slow" });
  useAddressAction(typeof chat === "string" ? chat : undefined, (id) => {
    void navigate({ href: "/ai-assistant", replace: true });
    void open(id);
  });
  useAddressAction(typeof ask === "string" || typeof ask === "number" ? ask : undefined, (sentence) => {
    void navigate({ href: "/ai-assistant", replace: true });
    send(String(sentence));
  });
}
