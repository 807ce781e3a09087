import { Head } from "../../shared/head.tsx";
import { paths } from "../../paths.ts";

export function Component() {
  return <Head title="Gallery" description="The parts of the site." path={paths.gallery} noindex />;
}
