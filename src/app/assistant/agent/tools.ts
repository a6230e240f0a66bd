import type { AnyCapability } from "#platform/capability/definition.ts";
import { jsonSchema } from "#platform/http/rest-routes.ts";
import type { ModelTool } from "#platform/model/model.ts";
import { callable, sliceOfName } from "../callable.ts";
import { capabilitiesFor } from "./choose-tools.ts";
import { isTool } from "./tool-rules.ts";

export type Tool = ModelTool & { capability: AnyCapability; area: string };

export const FINDER = "find_tools";
const MAX_INITIAL = 8;
const MAX_MATCHES = 6;
/** Tools that are offered at the same time, and characters of their descriptions: more confuses small models. */
const MAX_TOOLS = 20;
const MAX_CHARACTERS = 24_000;

/** How a model names a capability (at most 64 characters). */
const toolName = (name: string) => name.replace(".", "_");

let all: readonly Tool[] | null = null;

/** Created on first use: some schemas belong to slices that load after this one. */
function everyTool(): readonly Tool[] {
  all ??= [...callable.values()].filter(isTool).map((capability) => {
    const { definition, name } = capability;
    const { $schema: _, ...input } = jsonSchema(definition.input);
    return {
      name: toolName(name),
      description: definition.summary,
      input: { type: "object", ...input },
      capability,
      area: sliceOfName(name),
    };
  });
  return all;
}

const ALWAYS = ["search_query"];
const FINDER_TOOL: ModelTool = {
  name: FINDER,
  description:
    "Find more tools by words such as 'send email' or 'overdue tasks'. The tools it returns can be called from then on",
  input: {
    type: "object",
    properties: { words: { type: "string", description: "What you want to do" } },
    required: ["words"],
    additionalProperties: false,
  },
};

/** The tools offered in a run: those that the sentence is likely done with, then of its page, then those found by search. */
export class ToolSet {
  #active: Tool[];

  constructor(sentence: string, page: string | null) {
    const tools = everyTool();
    const chosen = capabilitiesFor(sentence).flatMap((name) =>
      tools.filter(({ capability }) => capability.name === name),
    );
    const ofPage = tools.filter(({ area }) => area === page);
    const matches = [
      ...best(ofPage, sentence, MAX_INITIAL, true),
      ...best(tools, sentence, MAX_MATCHES, false),
    ];
    this.#active = bounded([...tools.filter(({ name }) => ALWAYS.includes(name)), ...chosen, ...matches]);
  }

  get available(): ModelTool[] {
    return [
      FINDER_TOOL,
      ...this.#active.map(({ name, description, input }) => ({ name, description, input })),
    ];
  }

  /** Null for a tool that is not offered, even if a capability of that name exists. */
  get(name: string): Tool | null {
    return this.#active.find((tool) => tool.name === name) ?? null;
  }

  find(words: string): Tool[] {
    const phrases = words
      .split(/[,;]|\b(?:and|or)\b/)
      .filter((phrase) => wordsOf(phrase).length > 0)
      .slice(0, 4);
    const found = phrases.flatMap((phrase) =>
      best(everyTool(), phrase, Math.max(2, Math.ceil(MAX_MATCHES / phrases.length)), false),
    );
    this.#active = bounded([...found, ...this.#active]);
    return found.filter(({ name }) => this.get(name));
  }
}

function bounded(candidates: readonly Tool[]): Tool[] {
  const selected: Tool[] = [];
  let characters = 0;
  for (const tool of new Set(candidates)) {
    const size = JSON.stringify(tool.input).length + tool.description.length;
    if (selected.length === MAX_TOOLS || characters + size > MAX_CHARACTERS) continue;
    selected.push(tool);
    characters += size;
  }
  return selected;
}

/** The main resources of each area. */
const MAIN =
  /^(tasks|projects|emails|events|contacts|conversations|messages|documents|decisions|workspaces)\./;
const USUAL = /\.(list|get|create|update|upcoming|send|quickAdd|delete|query)$/;

/** The tools whose name and summary match most of the words; `fills` adds common actions in case no words match. */
function best(tools: readonly Tool[], words: string, limit: number, fills: boolean): Tool[] {
  const asked = wordsOf(words);
  return tools
    .map((tool) => ({ tool, score: scoreOf(tool, asked) + (fills ? usualness(tool) : 0) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ tool }) => tool);
}

const usualness = ({ capability: { name } }: Tool): number =>
  (USUAL.test(name) ? 5 : 0) + (MAIN.test(name) ? 5 : 0);

function scoreOf(tool: Tool, asked: readonly string[]): number {
  const { capability, description } = tool;
  const named = wordsOf(capability.name);
  const described = wordsOf(description);
  const score = asked.reduce(
    (sum, word) => sum + (named.includes(word) ? 3 : described.includes(word) ? 1 : 0),
    0,
  );
  // With equal matches the usual act wins, then the shorter name: 'create' before 'related', 'delete' before 'deleteMany'.
  return score === 0 ? 0 : score + usualness(tool) / 20 - named.length / 100;
}

const ALSO: Record<string, string> = {
  mail: "email",
  message: "messages",
  meeting: "event",
  appointment: "event",
  calendar: "event",
  todo: "task",
  file: "document",
  person: "contact",
  phone: "contact",
  remove: "delete",
  add: "create",
  make: "create",
  new: "create",
  change: "update",
  show: "list",
  reply: "email",
  write: "send",
  vote: "decision",
  remind: "notification",
  free: "time",
};

const NOISE = new Set(
  "the and for with you your that this are was not its what which who from have has been can will would all any one them they her his our out him get let how why when where more most very".split(
    " ",
  ),
);

const wordsOf = (text: string): string[] =>
  (
    text
      .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[a-z]{3,}/g) ?? []
  )
    .filter((word) => !NOISE.has(word))
    .flatMap((word) => {
      const one = word.replace(/s$/, "");
      const other = ALSO[one];
      return other ? [one, other.replace(/s$/, "")] : [one];
    });
