import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { search } from "../../../paths.ts";
import type { Export } from "../../../shared/api.gen.ts";
import { read } from "../calls.ts";
import { pollMs } from "./import.ts";
import { Progress } from "./progress.tsx";

/** How long the server may take to start, in milliseconds. */
const startTimeoutMs = 5000;

/** The exports in progress. The server tracks them, so a reload loses nothing. */
export function useExports(what: Export["what"]) {
  const [asked, setAsked] = useState(Number.NEGATIVE_INFINITY);
  const { data, refetch } = useQuery({
    queryKey: ["/api/admin/exports", what],
    queryFn: async () => (await read(`/api/admin/exports${search({ what })}`)).json() as Promise<Export[]>,
    refetchInterval: ({ state }) => (state.data?.length || performance.now() - asked < startTimeoutMs ? pollMs : false),
  });
  return {
    all: data ?? [],
    /** Call when an export has been requested. */
    begun: () => {
      setAsked(performance.now());
      void refetch();
    },
  };
}

/** The progress of each export. */
export function Exporting({ of: { all } }: { of: ReturnType<typeof useExports> }) {
  return all.map(({ id, done, total }) => (
    <div key={id} className="my-4 grid gap-2">
      <p role="status">Downloading an export…</p>
      <Progress done={done} total={total} entries="entries" />
    </div>
  ));
}
