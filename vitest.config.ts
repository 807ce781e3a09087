import { readFile } from "node:fs/promises";
import { marked } from "marked";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [
    {
      // As in scripts/build.mjs: Markdown is HTML once it is bundled.
      name: "markdown",
      enforce: "pre",
      async load(id) {
        if (!id.endsWith(".md")) return null;
        return `export default ${JSON.stringify(await marked.parse(await readFile(id, "utf8")))}`;
      },
    },
  ],
  test: { include: ["ui/**/*.test.{ts,tsx}", "ssr/**/*.test.{ts,tsx}"], environment: "node" },
});
