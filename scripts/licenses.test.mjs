import { expect, test } from "vitest";
import { licenses } from "./licenses.mjs";

test("the licenses are those of what is in the bundles, in the server and in a release", {
  timeout: 60_000,
}, async () => {
  const inputs = {
    "node_modules/react-dom/client.js": {},
    "base:node_modules/@radix-ui/react-dialog/dist/index.mjs": {},
  };
  const text = await licenses(`${process.cwd()}/`, [{ inputs }]);
  for (const name of [
    "react-dom 19",
    "@radix-ui/react-dialog ",
    "@fontsource-variable/newsreader ",
    "sharp ",
    "github.com/gin-gonic/gin v",
    "Go go1",
    "Node.js",
    "PostgreSQL Database Management System",
    "SIL OPEN FONT LICENSE",
    "GNU LESSER GENERAL PUBLIC LICENSE",
    "| libvips ",
  ]) {
    expect(text).toContain(name);
  }
  expect(text, "what only builds the site").not.toContain("vitest");
});
