import { OLDEST_FOR_TOOLS, requireNode } from "./require-node.mjs";

// For tools in TypeScript and settings of tools, whose imports all run before their first line: this one is imported
// first. Node 22 runs such a file too, but does nothing, because `import.meta.main` is undefined.

requireNode(OLDEST_FOR_TOOLS);
