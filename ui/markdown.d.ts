/** Markdown is HTML once it is bundled (scripts/build.mjs). */
declare module "*.md" {
  const html: string;
  export default html;
}
