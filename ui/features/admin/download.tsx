import { tokenKey } from "../../shared/signed-in.ts";
import { failed, read } from "./calls.ts";
import { SmallButton } from "./parts/buttons.tsx";

interface DownloadProps {
  path: string;
  /** File name if the response has none. */
  name: string;
  label?: string;
  /** Accessible label, if the visible one isn't clear by itself. */
  about?: string;
  /** For large files: the browser saves the stream itself, even if the page is left. Called at the start. */
  onStream?: () => void;
}

/** Downloads a response, with the user's credentials. */
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
