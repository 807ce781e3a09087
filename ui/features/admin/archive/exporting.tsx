import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { search } from "../../../paths.ts";
import type { Export } from "../../../shared/api.gen.ts";
import { read } from "../calls.ts";
import { lookAgain } from "./import.ts";
import { Progress } from "./progress.tsx";

/** How long the server may take to begin, in milliseconds. */
const begins = 5000;

/** The exports of something that go out now, which the server knows: a reload changes nothing. */
export function useExports(what: Export["what"]) {
  const [asked, setAsked] = useState(Number.NEGATIVE_INFINITY);
  const { data, refetch } = useQuery({
    queryKey: ["/api/admin/exports", what],
    queryFn: async () => (await read(`/api/admin/exports${search({ what })}`)).json() as Promise<Export[]>,
    refetchInterval: ({ state }) => (state.data?.length || performance.now() - asked < begins ? lookAgain : false),
  });
  return {
    all: data ?? [],
    /** To be called as one is asked for. */
    begun: () => {
      setAsked(performance.now());
      void refetch();
    },
  };
}

/** How far each of them is. */
export function Exporting({ of: { all } }: { of: ReturnType<typeof useExports> }) {
  return all.map(({ id, done, total }) => (
    <div key={id} className="my-4 grid gap-2">
      <p role="status">Downloading an export…</p>
      <Progress done={done} total={total} entries="entries" />
    </div>
  ));
}
