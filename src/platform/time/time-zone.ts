import { z } from "zod";
import { t } from "#i18n/message.ts";
import { isTimeZone } from "./wall-clock.ts";

/** An IANA time zone as this runtime knows it, by name: PostgreSQL reads an offset such as '+02:00' with the opposite sign. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { message: t`Unknown time zone; use an IANA name such as Europe/Berlin` });
