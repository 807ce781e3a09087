import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["ui/**/*.test.{ts,tsx}", "ssr/**/*.test.{ts,tsx}", "scripts/*.test.mjs"],
    environment: "node",
    isolate: false, // twice as fast; a test restores the globals and modules that it replaces
    testTimeout: 60_000, // a machine that others use too may stall for seconds
  },
});
