import { expect, test } from "vitest";
import { focus, srcset, thumbnail } from "./picture.ts";

const stem = "/pictures/0123456789abcdef0123456789abcdef-";

test("an uploaded picture has files up to its own width", () => {
  expect(srcset(`${stem}1000.jpg`, "avif")).toBe(`${stem}480.avif 480w, ${stem}800.avif 800w, ${stem}1000.avif 1000w`);
  expect(srcset(`${stem}90.png`, "webp")).toBe(`${stem}90.webp 90w`);
  expect(srcset("/images/default.svg", "avif")).toBeUndefined();
});

test("a thumbnail is the smallest file", () => {
  expect(thumbnail(`${stem}1600.jpg`)).toBe(`${stem}480.webp`);
  expect(thumbnail(`${stem}90.png`)).toBe(`${stem}90.webp`);
  expect(thumbnail("/images/default.svg")).toBe("/images/default.svg");
});

test("a centered picture needs no class", () => {
  const at = (focalX: number, focalY: number) => focus({ width: 3, height: 2, focalX, focalY });
  expect(at(50, 50)).toBe("");
  expect(at(18, 0)).toBe("focal-x-20 focal-y-0");
  expect(focus(null)).toBe("");
});
