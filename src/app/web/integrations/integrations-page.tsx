import { IntegrationHub } from "#features/integrations/web/integration-hub.tsx";
import { useAuth } from "../session/auth-provider.tsx";
import { DirectConnections } from "./direct-connections.tsx";

/** The providers, below what other slices connect without a registration. */
export function IntegrationsPage() {
  const { isAdmin } = useAuth();
  return <IntegrationHub Direct={DirectConnections} isAdmin={isAdmin} />;
}
