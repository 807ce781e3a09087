import { expect, test } from "vitest";
import { firstPaint, plain, requirements, themeOf } from "./first.mjs";

test("a rule tells what a page must have for it", () => {
  expect(firstPaint(".a p:not(.b),.c>li{margin:0}*{padding:0}")).toEqual([
    {
      rule: [
        [".a p:not(.b)", ".a", "p"],
        [".c>li", ".c", "li"],
      ],
      body: "margin:0",
    },
    "*{padding:0}",
  ]);
  expect(requirements(".sm\\:flex[data-kind=script]:before")).toEqual(["data-kind=script", ".sm:flex"]);
});

test("what an :is() begins with is needed", () => {
  expect(firstPaint(":is(.a>*,.b) i{margin:0}")).toEqual([
    {
      rule: [
        [".a>* i", ".a", "i"],
        [".b i", ".b", "i"],
      ],
      body: "margin:0",
    },
  ]);
});

test("what shows only on paper, once somebody acts or as something moves comes later", () => {
  const css =
    "@media print{.a{margin:0}}@media (hover:hover){.a:hover{margin:0}}.a:focus-visible{margin:0}@keyframes pulse{to{top:0}}" +
    ".b{transition:color 1s;margin:0;cursor:pointer}.c{cursor:pointer}";
  expect(firstPaint(css)).toEqual([{ rule: [[".b", ".b"]], body: "margin:0" }]);
});

test("groups keep their rules, and go without any", () => {
  expect(firstPaint("@media (width>=40rem){.a{top:0}}@media (width>=50rem){.a:hover{top:0}}")).toEqual([
    { at: "@media (width>=40rem)", parts: [{ rule: [[".a", ".a"]], body: "top:0" }] },
  ]);
});

test("the values of the theme stand in place of their names", () => {
  const css =
    "@layer theme{:root{--spacing:.25rem;--color-x:var(--x)}}:root{--x:red}.a{margin:calc(var(--spacing) * 6);color:var(--color-x)}";
  expect(plain(css)).toBe("@layer theme{:root{}}:root{--x:red}.a{margin:1.5rem;color:var(--x)}");
  expect(plain(".b{padding:var(--spacing)}", themeOf(css))).toBe(".b{padding:.25rem}");
});

test("variables of utilities that nothing reads are dropped", () => {
  expect(
    plain("@property --tw-blur{syntax:'*';inherits:false}.a{--tw-leading:1;line-height:1}.b{--tw-x:1;top:var(--tw-x)}"),
  ).toBe(".a{line-height:1}.b{--tw-x:1;top:var(--tw-x)}");
});

test("what utilities that are applied together say of one thing is said at once", () => {
  const css = ".a{padding-inline:1rem;padding-block:2rem}.b{border-width:1px;border-color:red;border-left-width:4px}";
  expect(plain(css, new Map())).toBe(".a{padding:2rem 1rem}.b{border:1px solid red;border-left-width:4px}");
  const link = "a{text-decoration-line:underline;text-decoration-color:red;text-decoration-thickness:2px}";
  expect(plain(link, new Map())).toBe(
    "a{text-decoration:underline;text-decoration-color:red;text-decoration-thickness:2px}",
  );
});
