import type { Slice } from "#platform/capability/slice.ts";
import { contactInteractions } from "./contact-touches.ts";
import descriptions from "./descriptions.json" with { type: "json" };

export const recentInteractions: Slice = {
  name: "recent-interactions",
  area: "communication",
  descriptions,
  resources: [contactInteractions],
};
