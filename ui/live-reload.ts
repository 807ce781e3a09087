/** Reloads the page when the development server, which went away for a rebuild, answers again (scripts/dev). */
export function reloadWhenServerIsBack(): void {
  let lost = false;
  const stream = new EventSource("/dev/reload");
  stream.addEventListener("error", () => {
    lost = true;
  });
  stream.addEventListener("open", () => {
    if (lost) location.reload();
  });
}
