import type { Slice } from "#platform/capability/slice.ts";
import { contactInteractions } from "./contact-touches.ts";

export const recentInteractions: Slice = {
  name: "recent-interactions",
  area: "communication",
  resources: [contactInteractions],
};
