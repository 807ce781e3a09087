import { useSite } from "../site.ts";
import { Button } from "./button.tsx";
import { ShareIcon } from "./icons.tsx";
import { copyText } from "./show-toast.ts";

/** Opens the device's share dialog or, if there is none, copies the link and says so. It needs JavaScript. */
export function ShareButton({ title, text, path }: { title: string; text: string; path: string }) {
  const { baseUrl } = useSite();
  const url = baseUrl + path;
  const share = async () => {
    try {
      await navigator.share({ title, text, url });
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return; // the visitor changed their mind
      await copyText(
        url,
        { title: "Link copied to clipboard!", urgent: true },
        { title: "Copy this link to share it", text: url, urgent: true },
      );
    }
  };
  return (
    <Button look="quiet" className="needs-script noscript:hidden" onClick={share}>
      <ShareIcon /> Share
    </Button>
  );
}
