import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { textOf } from "./api.ts";
import { bytesOf } from "./document.tsx";

test.each([
  ["nothing", "", ""],
  ["Latin", "Café", "436166c3a9"],
  ["a quotation mark", "’", "e28099"],
  ["a surrogate pair", "😀", "f09f9880"],
  ["half a surrogate pair", "a\ud83d’", "61efbfbde28099"],
])("%s in UTF-8", (_, text, bytes) => {
  expect(Buffer.from(bytesOf(text)).toString("hex")).toBe(bytes);
});

test("a body that arrives in parts is decoded as one text", async () => {
  const whole = Buffer.from("a ’ and 😀");
  for (let cut = 0; cut <= whole.length; cut++) {
    const parts = [whole.subarray(0, cut), whole.subarray(cut)];
    expect(await textOf(Readable.from(parts, { objectMode: false }))).toBe("a ’ and 😀");
  }
});

test("a truncated body is an error", async () => {
  const body = new Readable({ read: () => {} });
  const text = textOf(body);
  body.destroy(new Error("gone"));
  await expect(text).rejects.toThrow("gone");
});
