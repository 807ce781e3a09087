/** The parameter in a newsletter's link that identifies the reader. */
const parameter = "reader";

/**
 * Removes the reader's code from the URL, before anything else sees it, and sends it to the server. Copied links, the
 * history and referrers don't contain it.
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
    (answer) => answer.text(), // an unread body stays open in developer tools
    (error) => console.debug("not counted: a click in a newsletter", error),
  );
}
