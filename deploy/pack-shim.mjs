/**
 * Packs the shim for npm: its files as they are, and beside them the types that their JSDoc has.
 *
 *     node deploy/pack-shim.mjs FOLDER
 *
 * prints the path of the tarball. Nothing is written into the checkout.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
/** What others import: what these use comes along. */
const PUBLIC = ["adapters/browser/embed.js", "core/ui/controls/turn-desk.js", "core/ui/log/turn-log.js", "protocol.d.ts"];
const target = resolve(process.argv[2] ?? join(ROOT, "dist"));
const copy = mkdtempSync(join(tmpdir(), "turnkeeper-shim-"));
const run = (program, args, cwd) => execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

try {
  cpSync(join(ROOT, "clients/js-shim"), copy, { recursive: true });
  for (const name of ["LICENSE", "tsconfig.json"]) cpSync(join(ROOT, name), join(copy, name));
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const compilerOptions = { noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: ".", rootDir: "." };
  const types = { extends: "./tsconfig.json", compilerOptions, files: PUBLIC, include: [] };
  writeFileSync(join(copy, "tsconfig.types.json"), JSON.stringify(types));
  run(process.execPath, [tsc, "--project", "tsconfig.types.json"], copy);
  const [{ filename }] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", target], copy));
  console.log(join(target, filename));
} finally {
  rmSync(copy, { recursive: true });
}
