import { useEffect } from "react";
import { useAuth } from "../session/auth-provider.tsx";

/** Applies the density and motion that the person chose in Settings; style sheets read them from the root element. */
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
