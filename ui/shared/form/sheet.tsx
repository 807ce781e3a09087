import type { ComponentProps } from "react";
import { Motif } from "../ui/picture.tsx";

/** A page with a form: what it is about, and the form next to it or below. */
export function Sheet(props: ComponentProps<"div">) {
  return (
    <div
      {...props}
      className="wrap section grid grid-cols-[minmax(0,1fr)] items-start gap-x-[clamp(3rem,6vw,6rem)] gap-y-[clamp(2rem,1.5rem+2vw,3rem)] lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]"
    />
  );
}

/** The side with the form. */
export function SheetForm({ className = "", ...props }: ComponentProps<"div">) {
  return (
    <div
      {...props}
      className={`border-t-4 border-rule pt-[clamp(1.5rem,3vw,2.25rem)] [border-top-style:double] max-lg:max-w-[38rem] lg:border-x lg:border-b lg:border-x-line lg:border-b-line lg:bg-surface lg:px-10 lg:pt-9 lg:pb-10 ${className}`}
    />
  );
}

/** The illustration below the introduction, if there is room. */
export function SheetMotif({ name }: { name: string }) {
  return <Motif name={name} className="mt-10 aspect-4/3 w-[clamp(9rem,40%,15rem)] max-lg:hidden" />;
}
