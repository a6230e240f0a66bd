import { EmailLook } from "./email-address.ts";

const KEY = "email look";

/** The look last chosen in this browser; the address may say otherwise. */
export function rememberedLook(): EmailLook {
  try {
    return EmailLook.catch("cards").parse(localStorage.getItem(KEY));
  } catch {
    return "cards";
  }
}

export function rememberLook(look: EmailLook): void {
  try {
    localStorage.setItem(KEY, look);
  } catch {
    // Where storage is forbidden the choice lasts as long as the address.
  }
}
