import "./require-node-24.mjs";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { keysOfProduct, keyTables } from "./help-site/key-table.ts";

// `node scripts/write-key-table.ts`: writes the keys of the product into docs/user/keys.md, below its line of three dashes.

const root = resolve(import.meta.dirname, "..");
const file = join(root, "docs/user/keys.md");
const [head = ""] = readFileSync(file, "utf8").split(/^---$/m);
writeFileSync(file, `${head}---\n\n${keyTables(keysOfProduct(join(root, "src")))}\n`);
