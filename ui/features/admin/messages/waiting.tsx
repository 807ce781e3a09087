import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import type { MessageSummary } from "../../../shared/api.gen.ts";
import { useRead } from "../calls.ts";
import { path } from "./message.ts";
import { waiting } from "./messages.tsx";

/** On the overview, how many messages wait for an answer; nothing while none does. */
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
