import type { Slice } from "#platform/capability/slice.ts";
import { contactTouches } from "./contact-touches.ts";

export const recentInteractions: Slice = {
  name: "recent-interactions",
  area: "communication",
  resources: [contactTouches],
};
