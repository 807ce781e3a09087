import type { ComponentProps, ReactNode } from "react";

interface EditorLayoutProps {
  /** Whether the page is shown beside the text, or on small screens instead of it. */
  previewing?: boolean;
  children: ReactNode;
}

/** An editor's main column, and a side column. */
export function EditorLayout({ previewing = false, children }: EditorLayoutProps) {
  const columns = previewing
    ? "lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] max-lg:*:data-main:hidden"
    : "lg:grid-cols-[minmax(0,1fr)_19rem]";
  return (
    <div data-editor="" className={`-mt-5 grid items-start gap-x-10 gap-y-5 [&_.field>label]:text-small ${columns}`}>
      {children}
    </div>
  );
}

/** A bar above it that stays in view. */
export function Bar({ children }: { children: ReactNode }) {
  return (
    <div
      data-bar=""
      className="sticky top-(--bar) z-3 col-span-full flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line bg-paper py-2 text-small"
    >
      {children}
    </div>
  );
}

/** Actions at the end of the bar. */
export function BarActs({ children }: { children: ReactNode }) {
  return <div className="ml-auto flex flex-wrap gap-2">{children}</div>;
}

/** The main column. */
export const mainLook = "grid min-w-0 gap-5 [&_textarea:not([data-source])]:min-h-20";

export function EditorMain(props: ComponentProps<"fieldset">) {
  return <fieldset {...props} data-main="" className={mainLook} />;
}

/** The side column. */
export function EditorSide(props: ComponentProps<"fieldset">) {
  return <fieldset {...props} className="grid min-w-0 gap-5" />;
}

/** A large field for a title. */
export function TitleField({ children }: { children: ReactNode }) {
  return (
    <div className="[&_input]:min-h-14 [&_input]:py-2 [&_input]:font-display [&_input]:text-[1.625rem] [&_input]:tracking-[-0.012em]">
      {children}
    </div>
  );
}
