import type { AnyCapability } from "#platform/capability/definition.ts";
import { hasExternalEffect } from "#platform/capability/external-effects.ts";
import { capabilityNamed } from "#platform/capability/slice.ts";
import { descriptionsOf } from "#platform/describe/catalogue.ts";
import { jsonSchema, type RestRoute } from "../rest-routes.ts";

/** What a summary leaves out: what is particular, then how it is called safely, then who may call it. */
export function describeOperation(capability: AnyCapability, byBody: RestRoute["byBody"]): string {
  return [
    descriptionsOf(capability).operations?.[capability.name],
    ...usage(capability),
    byBody && `Text is sent with \`POST /api/v1${byBody.path}\`, so that it is not part of an address.`,
    ...access(capability),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Paging, versions and undo, which follow from the input and from the other calls of the resource. */
function usage({ resource, verb, definition }: AnyCapability) {
  const { cursor, version } = jsonSchema(definition.input).properties ?? {};
  const isVersioned = definition.effect !== "read" && version?.type === "integer";
  const restore = verb === "delete" && capabilityNamed(`${resource}.restore`);
  return [
    cursor && "Answers one page at a time: send `nextCursor` as `cursor` for the next.",
    isVersioned && "Send the `version` that you have read: if it is outdated, nothing is changed.",
    restore && `\`${restore.name}\` undoes it.`,
    definition.secretAnswer && "The answer has a secret, which is returned only once.",
  ];
}

function access(capability: AnyCapability) {
  const { effect, access: role, sessionOnly, agents, peopleOnly } = capability.definition;
  const isForAgents = agents !== "hidden" && !peopleOnly;
  const waits = effect !== "read" && isForAgents && role === "user" && hasExternalEffect(capability);
  return [
    role === "anyone" && "Needs no key.",
    role === "anyone" &&
      effect !== "read" &&
      "Without a key the request needs the header `Origin` with the address of the instance.",
    role !== "anyone" && sessionOnly && "Only for signed-in people: keys cannot call it.",
    role !== "anyone" && !sessionOnly && `Needs a key with the scope \`${effect}\`.`,
    role === "admin" && "Only for administrators.",
    role === "moderator" && "Only for moderators and administrators.",
    peopleOnly && "Agents cannot call it, not even with approval.",
    waits && "If an agent calls it, it waits for the approval of its person.",
  ];
}
