import { OLDEST_FOR_TOOLS, requireNode } from "./require-node.mjs";

// For settings of tools, whose imports all run before their first line: this one is imported first.

requireNode(OLDEST_FOR_TOOLS);
