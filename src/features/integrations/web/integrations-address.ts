import { useNavigate, useSearch } from "@tanstack/react-router";
import { IntegrationType, Provider } from "../model.ts";

export type IntegrationTab = "all" | IntegrationType;

/** The page's state is in the query, so that a link reopens it. */
export function useIntegrationsAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const tab: IntegrationTab = IntegrationType.safeParse(search.tab).data ?? "all";
  const open = Provider.safeParse(search.settings).data;
  const go = (next: { tab?: IntegrationTab; settings?: Provider | undefined }) => {
    const target = { tab, settings: open, ...next };
    void navigate({
      to: "/integrations",
      search: {
        ...(target.tab !== "all" && { tab: target.tab }),
        ...(target.settings && { settings: target.settings }),
      },
      resetScroll: false,
    });
  };
  return { tab, open, go };
}
