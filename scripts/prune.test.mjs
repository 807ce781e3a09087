import { expect, test } from "vitest";
import { dropUnread, prune } from "./prune.mjs";

/** Prunes for a page that uses these classes. */
const for_ = (css, ...used) => prune(css, (name) => used.includes(name));

test("a rule stays where all its classes are used", () => {
  expect(for_(".a .b{color:red}.a .c{color:blue}p{margin:0}", "a", "b")).toBe(".a .b{color:red}p{margin:0}");
});

test("of a rule's selectors those that can match stay", () => {
  expect(for_(".a,.b:hover,p.c{top:0}", "a", "c")).toBe(".a,p.c{top:0}");
});

test("a class that need not be there does no harm", () => {
  expect(for_(".a:not(.b):is(.c,.d) [title='.e']{top:0}", "a")).toBe(".a:not(.b):is(.c,.d) [title='.e']{top:0}");
});

test("a class is known by its name without escapes", () => {
  expect(for_(".sm\\:flex{top:0}.h-0\\.5{top:1px}.p-\\[2px\\]{top:2px}", "sm:flex", "h-0.5", "p-[2px]")).toBe(
    ".sm\\:flex{top:0}.h-0\\.5{top:1px}.p-\\[2px\\]{top:2px}",
  );
});

test("groups are pruned inside and go when they are empty", () => {
  const css = "@layer a,b;@media (width>=40rem){.a{top:0}.b{top:1px}}@layer b{@media print{.b{top:0}}}";
  expect(for_(css, "a")).toBe("@layer a,b;@media (width>=40rem){.a{top:0}}");
});

test("tokens, fonts and animations stay", () => {
  const css = ':root{--x:"}"}@font-face{font-family:X;src:url("a;b")}@keyframes k{0%{top:0}to{top:1px}}';
  expect(for_(css)).toBe(css);
});

test("variables of utilities that nothing reads are dropped", () => {
  const css =
    "@property --tw-blur{syntax:'*';inherits:false}@property --tw-content{syntax:'*';inherits:false}" +
    ".a{--tw-leading:1;line-height:1}.b:before{--tw-content:'x';content:var(--tw-content)}";
  expect(dropUnread(css)).toBe(
    "@property --tw-content{syntax:'*';inherits:false}.a{line-height:1}.b:before{--tw-content:'x';content:var(--tw-content)}",
  );
});
