import { useEffect } from "react";
import { useAuth } from "../session/auth-provider.tsx";

/** How dense the pages are and whether they move, as the person chose in Settings; the style sheets look at the root. */
export function useAppearance(): void {
  const { user } = useAuth();
  const { density = "comfortable", motion = "system" } = user ?? {};
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.density = density;
    dataset.motion = motion;
    return () => {
      delete dataset.density;
      delete dataset.motion;
    };
  }, [density, motion]);
}
