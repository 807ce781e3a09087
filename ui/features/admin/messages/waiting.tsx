import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import type { MessageSummary } from "../../../shared/api.gen.ts";
import { useRead } from "../calls.ts";
import { path } from "./message.ts";
import { waiting } from "./messages.tsx";

/** The overview's note of unanswered messages; empty if there are none. */
export function WaitingMessages() {
  const { data } = useRead<MessageSummary>(`${path}/summary`);
  if (!data?.open) return null;
  return (
    <p className="mb-7">
      <Link to={paths.adminMessages} className={`underline ${data.late ? "text-danger font-semibold" : ""}`}>
        {waiting(data)}
      </Link>
    </p>
  );
}
