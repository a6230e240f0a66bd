import { term } from "#i18n/message.ts";
import type { Role } from "../../model.ts";

export const ROLE_NAMES: Record<Role, string> = {
  user: term("user", "role of an account"),
  moderator: term("moderator", "role of an account"),
  admin: term("admin", "role of an account"),
};
