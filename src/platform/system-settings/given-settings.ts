import type { SystemFields, SystemSecret } from "./fields.ts";

/** The environment's values for settings; they take precedence over stored ones (decision 0013). */
export type EnvironmentSettings = {
  fields: Partial<SystemFields>;
  secrets: Partial<Record<SystemSecret, string>>;
  /** Base URLs of outside services, without a trailing slash. */
  addresses: { resend: string; openai: string };
  /** Name of the language model there. */
  model?: string;
};
