/** Opens the assistant over any page. */
export const ASSISTANT_KEYS = "mod+j";
