import { z } from "zod";
import type { Provider } from "../model.ts";
import { address, bearer, codeFlow, type ProviderSystem, readAnswer, readTokenAnswer } from "./provider.ts";

/** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow and the permissions of Graph. */
const SCOPES: Partial<Record<Provider, string>> = {
  outlook: "Mail.ReadWrite Mail.Send",
  outlook_calendar: "Calendars.ReadWrite",
  teams: "Chat.ReadWrite Team.ReadBasic.All Channel.ReadBasic.All ChannelMessage.Read.All",
};

const Me = z.object({
  id: z.string().min(1),
  mail: z.string().max(320).nullish(),
  userPrincipalName: z.string().min(1).max(320),
});

/** It has no endpoint that revokes the tokens of one application. */
export function microsoft(baseUrl: string | undefined, tenant: string): ProviderSystem {
  const name = "Microsoft";
  const login = baseUrl ?? "https://login.microsoftonline.com";
  const graph = baseUrl ?? "https://graph.microsoft.com";
  return {
    registrar: "microsoft",
    name,
    registerAt: "https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade",
    tokenUrl: `${login}/${tenant}/oauth2/v2.0/token`,
    authorizeUrl: (provider, authorization) =>
      address(`${login}/${tenant}/oauth2/v2.0/authorize`, {
        ...codeFlow(authorization),
        scope: `offline_access User.Read ${SCOPES[provider] ?? ""}`.trim(),
        response_mode: "query",
      }),
    isIssuer: (given) => given === login || given.startsWith(`${login}/`),
    readTokens: (answer, now) => readTokenAnswer(name, answer, now),
    account: async (ask, tokens) => {
      const answer = await ask({ url: `${graph}/v1.0/me`, headers: bearer(tokens) });
      const { id, mail, userPrincipalName } = readAnswer(name, answer, Me);
      return { id, name: mail || userPrincipalName };
    },
  };
}
