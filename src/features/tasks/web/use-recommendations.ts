import { useState } from "react";
import type { Advice } from "./recommend.ts";

/** Requests recommendations with a click, whose code comes with it. */
export function useRecommendations() {
  const [advice, setAdvice] = useState<Advice>();
  const [isLoading, setLoading] = useState(false);

  const load = async () => {
    setLoading(true);
    try {
      const { recommend } = await import("./recommend.ts");
      setAdvice(await recommend());
    } finally {
      setLoading(false);
    }
  };
  return { advice, isLoading, load: () => void load(), dismiss: () => setAdvice(undefined) };
}
