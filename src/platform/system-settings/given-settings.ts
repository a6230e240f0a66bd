import type { SystemFields, SystemSecret } from "./fields.ts";

/** What the environment says about a setting; it wins over what is stored (decision 0013). */
export type EnvironmentSettings = {
  fields: Partial<SystemFields>;
  secrets: Partial<Record<SystemSecret, string>>;
  /** Where outside services answer; without a slash at the end. */
  addresses: { resend: string; openai: string };
  /** The language model that is asked there, by its name. */
  model?: string;
};
