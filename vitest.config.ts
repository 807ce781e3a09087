import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["ui/**/*.test.{ts,tsx}", "ssr/**/*.test.{ts,tsx}", "scripts/*.test.mjs"],
    environment: "node",
    testTimeout: 60_000, // a machine that others use too may stall for seconds
  },
});
