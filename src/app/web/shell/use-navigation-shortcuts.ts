import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { registerShortcuts } from "#ui/keyboard/shortcuts.ts";
import { useAuth } from "../session/auth-provider.tsx";
import { ADMIN, AREAS, SETTINGS } from "./navigation.ts";

/** `g` and a letter go to an area, `c` makes a task. */
export function useNavigationShortcuts(): void {
  const navigate = useNavigate();
  const { isAdmin } = useAuth();
  const go = useEffectEvent((href: string) => void navigate({ href }));
  useEffect(() => {
    const items = [...AREAS, SETTINGS, ...(isAdmin ? [ADMIN] : [])];
    const shortcuts = [
      { keys: "c", label: "Create task", group: "Actions", run: () => go("/tasks?create=task") },
      ...items.map(({ key, label, href }) => ({
        keys: `g ${key}`,
        label,
        group: "Go to",
        run: () => go(href),
      })),
    ];
    return registerShortcuts(shortcuts, "everywhere");
  }, [isAdmin]);
}
