import { useSite } from "../site.ts";
import { Button } from "./button.tsx";
import { ShareIcon } from "./icons.tsx";
import { showToast } from "./show-toast.ts";

/** Shares by the device; where it cannot, the link is copied and an alert says so. Not there without JavaScript. */
export function ShareButton({ title, text, path }: { title: string; text: string; path: string }) {
  const { baseUrl } = useSite();
  const url = baseUrl + path;
  const share = async () => {
    try {
      await navigator.share({ title, text, url });
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return; // the visitor changed their mind
      await copy(url);
    }
  };
  return (
    <Button look="quiet" className="needs-script noscript:hidden" onClick={share}>
      <ShareIcon /> Share
    </Button>
  );
}

async function copy(url: string) {
  try {
    await navigator.clipboard.writeText(url);
    showToast({ title: "Link copied to clipboard!", urgent: true });
  } catch {
    showToast({ title: "Copy this link to share it", text: url, urgent: true });
  }
}
