import { useNavigate, useSearch } from "@tanstack/react-router";

/** The chosen tab and the search text, stored in the URL; the first tab has no parameter. */
export function useListAddress<T extends string>(tabs: readonly { value: T }[]) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const first = tabs[0]?.value as T;
  const tab = tabs.find(({ value }) => value === search.tab)?.value ?? first;
  const text = typeof search.q === "string" || typeof search.q === "number" ? String(search.q) : "";
  const go = (to: { tab: T; text: string }, replace: boolean) =>
    void navigate({
      to: ".",
      search: { ...(to.tab !== first && { tab: to.tab }), ...(to.text && { q: to.text }) },
      replace,
      resetScroll: false,
    });
  return {
    tab,
    text,
    chooseTab: (next: T) => go({ tab: next, text: "" }, false),
    searchFor: (words: string) => go({ tab, text: words }, true),
  };
}
