import type { ModelProvider } from "#platform/system-settings/fields.ts";
import type { SystemSettings } from "#platform/system-settings/system-settings.ts";

export type Model = {
  name: string;
  /** Without a slash at the end. */
  url: string;
  key: string | null;
  protocol: "openai" | "anthropic";
};

/** The settings that an administrator saved or is typing. */
export type ModelChoice = {
  modelProvider: ModelProvider;
  modelUrl: string;
  modelName: string;
  openaiApiKey: string | null;
  modelApiKey: string | null;
};

const OPENAI = "https://api.openai.com/v1";
const ANTHROPIC = "https://api.anthropic.com";
const OLLAMA = "http://127.0.0.1:11434";

export const chooseModel = (settings: SystemSettings): Model | null =>
  modelOf(settings, {
    ...settings.current,
    openaiApiKey: settings.secret("openaiApiKey"),
    modelApiKey: settings.secret("modelApiKey"),
  });

/** Null if a required setting is missing. */
export function modelOf({ fromEnvironment: given }: SystemSettings, choice: ModelChoice): Model | null {
  const { modelProvider, modelName, openaiApiKey, modelApiKey } = choice;
  const address = choice.modelUrl.replace(/(?<!\/)\/+$/, "");
  const defaultUrl = given.addresses.openai;
  switch (modelProvider) {
    case "off":
      return null;
    case "openai":
      return openaiApiKey === null && defaultUrl === OPENAI
        ? null
        : {
            name: modelName || given.model || "default",
            url: defaultUrl,
            key: openaiApiKey,
            protocol: "openai",
          };
    case "compatible":
      return address === ""
        ? null
        : { name: modelName || "default", url: address, key: modelApiKey, protocol: "openai" };
    case "ollama":
      return { name: modelName || "llama3.1", url: `${address || OLLAMA}/v1`, key: null, protocol: "openai" };
    case "anthropic":
      return modelApiKey === null
        ? null
        : {
            name: modelName || "claude-sonnet-4-5",
            url: address || ANTHROPIC,
            key: modelApiKey,
            protocol: "anthropic",
          };
  }
}
