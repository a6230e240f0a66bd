import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { t, term } from "#i18n/message.ts";
import { registerShortcuts, useShortcut } from "#ui/keyboard/shortcuts.ts";
import { laterPart } from "#ui/later-part.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { MailSearchOnWire } from "../../list-model.ts";
import type { EmailFilter, EmailPageParams } from "../email-page-params.ts";
import { searchesQuery } from "../search/searches-query.ts";
import styles from "./inbox-tabs.module.css";

const TabMenu = laterPart(async () => (await import("./tab-menu.tsx")).TabMenu);

type InboxTabsProps = { filter: EmailFilter; change(parts: Partial<EmailPageParams>): void };
type Tab = { id: string | undefined; name: string; unread: number; search?: MailSearchOnWire };

/** Tabs of the inbox: one for each saved search, and last the emails that none of them finds. */
export function InboxTabs({ filter, change }: InboxTabsProps) {
  const { data } = useQuery(searchesQuery);
  const searches = data?.items ?? [];
  const tabs: Tab[] = [
    { id: undefined, name: term("All", "all emails"), unread: 0 },
    ...searches.map((search) => ({ id: search.id, name: search.name, unread: search.unread, search })),
    { id: "rest", name: t`Other`, unread: data?.otherUnread ?? 0 },
  ];
  const here = Math.max(
    tabs.findIndex(({ id }) => id === filter.split),
    0,
  );
  const isShown = filter.view === "inbox" && !filter.box && searches.length > 0;
  const show = (index: number) => {
    const tab = tabs[(index + tabs.length) % tabs.length];
    if (isShown && tab) change({ split: tab.id, email: undefined });
  };
  useTabKeys(isShown ? tabs.length : 0, show);
  useShortcut("]", t`Next tab of the inbox`, t`Email`, () => show(here + 1));
  useShortcut("[", t`Previous tab of the inbox`, t`Email`, () => show(here - 1));
  if (!isShown) return null;
  const chosen = tabs[here]?.search;
  return (
    <nav className={styles.tabs} aria-label={t`Tabs of the inbox`}>
      {tabs.map(({ id, name, unread }, index) => (
        <button
          key={id ?? "all"}
          type="button"
          className={styles.tab}
          aria-current={index === here ? "page" : undefined}
          title={index < 9 ? `${name} (${index + 1})` : name}
          onClick={() => show(index)}
        >
          <Text as="span" overflow="dots">
            {name}
          </Text>
          {unread > 0 && (
            <Text as="span" tone="faint" size="label" isTabular>
              {unread}
            </Text>
          )}
        </button>
      ))}
      {chosen && (
        <TabMenu
          search={chosen}
          searches={searches}
          listKey={searchesQuery.queryKey}
          onDelete={() => change({ split: undefined, email: undefined })}
        />
      )}
    </nav>
  );
}

/** Keys 1 to 9 switch tabs. */
function useTabKeys(count: number, show: (index: number) => void): void {
  const press = useEffectEvent(show);
  useEffect(
    () =>
      registerShortcuts(
        Array.from({ length: Math.min(count, 9) }, (_, index) => ({
          keys: String(index + 1),
          label: t`Tab ${index + 1} of the inbox`,
          group: t`Email`,
          run: () => press(index),
        })),
      ),
    [count],
  );
}
