import { tokenKey } from "../../shared/signed-in.ts";
import { failed, read } from "./calls.ts";
import { SmallButton } from "./parts/buttons.tsx";

interface DownloadProps {
  path: string;
  /** For an answer without one. */
  name: string;
  label?: string;
  /** What the button is called where its label alone doesn't say it. */
  about?: string;
  /** For what may be large: the browser itself saves it as it comes, also when the page is left. Called as it begins. */
  onStream?: () => void;
}

/** Downloads what a call answers, with the credentials of whoever asks. */
export function Download({ path, name, label = "Download CSV", about, onStream }: DownloadProps) {
  const download = async () => {
    const link = document.createElement("a");
    if (onStream && localStorage.getItem(tokenKey) === null) {
      link.href = path;
      link.download = `${name}.csv`;
      link.click();
      onStream();
      return;
    }
    try {
      const response = await read(path);
      link.href = URL.createObjectURL(await response.blob());
      link.download = response.headers.get("content-disposition")?.match(/filename="([^"]+)"/)?.[1] ?? `${name}.csv`;
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) {
      failed(error, "Failed to download");
    }
  };
  return (
    <SmallButton look="quiet" aria-label={about} onClick={download}>
      {label}
    </SmallButton>
  );
}
