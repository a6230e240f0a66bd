import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { system } from "#features/admin/web/api.ts";
import { t } from "#i18n/message.ts";
import { setProductName } from "#ui/product-name.ts";

type System = Awaited<ReturnType<typeof system.get.call>>;

/** How the instance calls itself and whether it is open. The server writes it into the page; changes are announced. */
export function useSystem(): System {
  const { data } = useQuery({
    ...system.get.query({}),
    initialData: embeddedSystem,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: "always",
  });
  useEffect(() => setProductName(data.appName), [data.appName]);
  return data;
}

function embeddedSystem(): System {
  const written = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content;
  return {
    appName: written("application-name") || "Adjutant",
    appDescription: written("app-description") ?? t`Your AI Executive Assistant`,
    maintenanceMode: written("app-maintenance") === "on",
    countsPages: written("app-counts-pages") === "on",
  };
}
