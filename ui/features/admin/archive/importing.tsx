import { Problem, Rows } from "../states.tsx";
import { Current } from "./current.tsx";
import { type Importable, isOpen, type useImports } from "./import.ts";
import { Upload } from "./upload.tsx";

interface ImportingProps {
  of: Importable;
  imports: ReturnType<typeof useImports>;
}

/** The current or last import, and the form for another. */
export function Importing({ of, imports: { data, newest, error, refetch } }: ImportingProps) {
  if (!data) return error ? <Problem error={error} onRetry={() => void refetch()} /> : <Rows />;
  return (
    <>
      {!(newest && isOpen(newest)) && <Upload of={of} />}
      {newest && <Current key={newest.id} of={newest} as={of} />}
    </>
  );
}
