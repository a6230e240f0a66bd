import { useNavigate, useSearch } from "@tanstack/react-router";
import { oneOf } from "#platform/client/read-params.ts";
import { type IntegrationType, PROVIDERS, type Provider, TYPES } from "../model.ts";

export type IntegrationTab = "all" | IntegrationType;

/** The page's state is in the query, so that a link reopens it. */
export function useIntegrationsAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const tab: IntegrationTab = oneOf(TYPES)(search.tab) ?? "all";
  const open = oneOf(PROVIDERS)(search.settings);
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
