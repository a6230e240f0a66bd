import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { t } from "#i18n/message.ts";
import { registerShortcuts } from "#ui/keyboard/shortcuts.ts";
import { useAuth } from "../session/auth-provider.tsx";
import { ADMIN, AREAS, SETTINGS } from "./navigation.ts";

/** A page that the specified sidebar does not have. */
const PROMISES = { key: "p", label: t`Promises`, href: "/promises" };

/** `g` and a letter go to an area, `c` makes a task. */
export function useNavigationShortcuts(): void {
  const navigate = useNavigate();
  const { isAdmin } = useAuth();
  const go = useEffectEvent((href: string) => void navigate({ href }));
  useEffect(() => {
    const items = [...AREAS, PROMISES, SETTINGS, ...(isAdmin ? [ADMIN] : [])];
    const shortcuts = [
      { keys: "c", label: t`Create task`, group: t`Actions`, run: () => go("/tasks?create=task") },
      ...items.map(({ key, label, href }) => ({
        keys: `g ${key}`,
        label,
        group: t`Go to`,
        run: () => go(href),
      })),
    ];
    return registerShortcuts(shortcuts, "everywhere");
  }, [isAdmin]);
}
