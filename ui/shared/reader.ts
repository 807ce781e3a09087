/** The parameter by which a link in a letter says who follows it. */
const parameter = "reader";

/**
 * Takes the reader's code out of the address, before anything else sees it, and hands it in. A link that is copied from
 * here, the history and what is sent to other sites know nothing of it.
 */
export function handInReader(): void {
  const { pathname, search, hash } = location;
  const pairs = search.slice(1).split("&");
  const [said] = pairs.filter((pair) => pair.startsWith(`${parameter}=`));
  if (!said) return;
  const others = pairs.filter((pair) => !pair.startsWith(`${parameter}=`)).join("&");
  history.replaceState(history.state, "", pathname + (others && `?${others}`) + hash);
  fetch("/api/newsletters/click", {
    method: "POST",
    keepalive: true,
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify({ reader: said.slice(parameter.length + 1) }),
  }).then(
    (answer) => answer.text(), // one that nobody reads stays open for the browser's tools
    (error) => console.debug("not counted: a click in a newsletter", error),
  );
}
