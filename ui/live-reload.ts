/** How long a server may be away before that needs a word: a restart takes a second or two. */
const patienceMs = 8_000;

/**
 * Reloads the page when the development server, which went away for a rebuild, answers again, and shows the error of a
 * build that failed (scripts/dev).
 */
export function reloadWhenServerIsBack(): void {
  let lost: ReturnType<typeof setTimeout> | undefined;
  const stream = new EventSource("/dev/reload");
  stream.addEventListener("error", () => {
    lost ??= setTimeout(show, patienceMs, "The server does not answer; the terminal says why.");
  });
  stream.addEventListener("open", () => {
    if (lost) location.reload();
  });
  stream.addEventListener("build", (event) => show(JSON.parse(event.data).error));
}

/** Lays an error over the page; none takes it away. */
function show(error: string) {
  document.getElementById("build-error")?.remove();
  if (!error) return;
  const shown = document.createElement("pre");
  shown.id = "build-error";
  shown.role = "alert";
  shown.textContent = error;
  Object.assign(shown.style, {
    position: "fixed",
    inset: "0",
    zIndex: "9999",
    margin: "0",
    padding: "2rem",
    overflow: "auto",
    whiteSpace: "pre-wrap",
    font: "14px/1.5 monospace",
    color: "#fecaca",
    background: "#1c1917",
  });
  document.body.append(shown);
}
