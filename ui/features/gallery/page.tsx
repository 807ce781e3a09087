import { paths } from "../../paths.ts";
import { Head } from "../../shared/head.tsx";

export function Component() {
  return <Head title="Gallery" description="The parts of the site." path={paths.gallery} noindex />;
}
