import { useState } from "react";
import { useSearchParams } from "react-router";
import { paths } from "../../paths.ts";
import { Sheet, SheetForm } from "../../shared/form/sheet.tsx";
import { Head } from "../../shared/head.tsx";
import { useSite } from "../../shared/site.ts";
import { breadcrumbs } from "../../shared/structured-data.ts";
import { Inboxes } from "./inboxes.tsx";
import { MessageForm } from "./message-form.tsx";
import { Sent } from "./sent.tsx";

/** Contact addresses, and a form to send a message right away. */
export function Component() {
  const { baseUrl, siteName } = useSite();
  const [params] = useSearchParams();
  const type = params.get("type") ?? "";
  const [sent, setSent] = useState(false);
  const [again, setAgain] = useState(false);
  return (
    <>
      <Head
        title="Contact"
        description={`Contact ${siteName} about support, affiliate programs or advertising. We answer within 24 hours.`}
        path={paths.contact}
        jsonLd={[breadcrumbs(baseUrl, [{ name: "Contact", path: paths.contact }])]}
      />
      <Sheet>
        <div>
          <h1 className="title">Contact us</h1>
          <p className="lead mt-4 max-w-[36ch]">
            Found a number that doesn’t add up or an offer that isn’t what it claims? Have an idea for the newsletter? A
            real person reads every message and answers it.
          </p>
        </div>
        <SheetForm className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          {sent ? (
            <Sent
              onAnother={() => {
                setAgain(true);
                setSent(false);
              }}
            />
          ) : (
            <MessageForm key={type} type={type} again={again} onSent={() => setSent(true)} />
          )}
        </SheetForm>
        <div className="lg:col-start-1 lg:row-start-2">
          <Inboxes />
        </div>
      </Sheet>
    </>
  );
}
