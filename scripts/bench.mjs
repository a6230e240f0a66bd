import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { install, root, runShown, stop } from "./toolchain.mjs";

// `npm run bench [name …]`: each benchmark prints its figures beside a floor measured in the same run.

install();
build();
const wanted = process.argv.slice(2);
const benches = readdirSync(join(root, "bench"))
  .filter((file) => file.endsWith(".bench.ts"))
  .filter((file) => wanted.length === 0 || wanted.includes(file.replace(".bench.ts", "")));
if (benches.length === 0) stop(`There is no benchmark named ${wanted.join(" or ")}`);
const failed = benches.filter((file) => runShown([join("bench", file)], { NODE_ENV: "production" }) !== 0);
if (failed.length > 0) stop(`Failed: ${failed.join(", ")}`);
