import { Button } from "../../shared/ui/button.tsx";
import { failed, read } from "./calls.ts";

interface DownloadProps {
  path: string;
  /** For an answer without one. */
  name: string;
  label?: string;
}

/** Downloads what a call answers, with the credentials of whoever asks. */
export function Download({ path, name, label = "Download CSV" }: DownloadProps) {
  const download = async () => {
    try {
      const response = await read(path);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await response.blob());
      link.download = response.headers.get("content-disposition")?.match(/filename="([^"]+)"/)?.[1] ?? `${name}.csv`;
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) {
      failed(error, "Failed to download");
    }
  };
  return (
    <Button look="quiet" className="button-small" onClick={download}>
      {label}
    </Button>
  );
}
