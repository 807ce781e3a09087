import { Suspense } from "react";
import { type LoaderFunctionArgs, useLoaderData, useParams } from "react-router";
import { apiContext, type Read, settled } from "../api.ts";
import { PieceSkeleton } from "./piece-skeleton.tsx";

interface PieceRouteOptions<T> {
  /** The API's path before the parameter. */
  call: string;
  /** The parameter of the route's path: a slug, or the token of a preview. */
  param: string;
  /** The address of the page. */
  path: (param: string) => string;
  /** What is loading. */
  noun: string;
  Page: (props: { data: T }) => React.ReactNode;
}

/** The route of one piece: its loader, and its page with a skeleton until it is loaded. */
export function pieceRoute<T>({ call, param, path, noun, Page }: PieceRouteOptions<T>) {
  return {
    loader({ params, context }: LoaderFunctionArgs) {
      return { piece: context.get(apiContext).get<T>(`${call}/${encodeURIComponent(params[param] ?? "")}`) };
    },
    Component() {
      const { piece } = useLoaderData<{ piece: Read<T> }>();
      const name = useParams()[param] ?? "";
      return (
        <Suspense key={name} fallback={<PieceSkeleton label={`Loading ${noun}`} path={path(name)} />}>
          <Settled {...{ piece, Page }} />
        </Suspense>
      );
    },
  };
}

function Settled<T>({ piece, Page }: Pick<PieceRouteOptions<T>, "Page"> & { piece: Read<T> }) {
  return <Page data={settled(piece).data} />;
}
