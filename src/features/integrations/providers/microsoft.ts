import { z } from "zod";
import type { DataKind } from "../model.ts";
import {
  address,
  bearer,
  codeFlow,
  covers,
  type ProviderSystem,
  readAnswer,
  readTokenAnswer,
} from "../public/provider.ts";

const MAIL = "https://outlook.office.com";

/**
 * https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow: consent may name several resources, a
 * token is good for one of them. Mail goes by IMAP and SMTP
 * (https://learn.microsoft.com/exchange/client-developer/legacy-protocols/how-to-authenticate-an-imap-pop-smtp-application-by-using-oauth).
 */
const SCOPES: Record<DataKind, readonly string[]> = {
  mail: [`${MAIL}/IMAP.AccessAsUser.All`, `${MAIL}/SMTP.Send`],
  events: ["Calendars.ReadWrite"],
  contacts: ["Contacts.Read"],
  messages: [
    ...["Chat.ReadWrite", "Team.ReadBasic.All", "Channel.ReadBasic.All"],
    ...["ChannelMessage.Read.All", "ChannelMessage.Send"],
  ],
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
    apiUrl: `${graph}/v1.0`,
    tokenUrl: `${login}/${tenant}/oauth2/v2.0/token`,
    authorizeUrl: (_provider, authorization) =>
      address(`${login}/${tenant}/oauth2/v2.0/authorize`, {
        ...codeFlow(authorization),
        scope: [
          "offline_access",
          "User.Read",
          ...authorization.dataKinds.flatMap((kind) => SCOPES[kind]),
        ].join(" "),
        response_mode: "query",
        ...(authorization.loginHint && { login_hint: authorization.loginHint }),
      }),
    tokenScope: (_provider, audience) =>
      audience === "mail"
        ? ["offline_access", ...SCOPES.mail].join(" ")
        : "offline_access https://graph.microsoft.com/.default",
    // Mail scopes are only in the mail servers' own tokens: Graph's answer does not list them.
    allows: (_provider, kind, scopes) => kind === "mail" || covers(scopes.map(bare), SCOPES[kind]),
    isIssuer: (given) => given === login || given.startsWith(`${login}/`),
    readTokens: (answer, now) => readTokenAnswer(name, answer, now),
    account: async (sendRequest, tokens) => {
      const answer = await sendRequest({ url: `${graph}/v1.0/me`, headers: bearer(tokens) });
      const { id, mail, userPrincipalName } = readAnswer(name, answer, Me);
      return { id, name: mail || userPrincipalName };
    },
  };
}

const bare = (scope: string) => scope.replace(/^https:\/\/graph\.microsoft\.com\//i, "");
