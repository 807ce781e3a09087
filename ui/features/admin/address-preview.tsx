import { partnerAddress } from "../../shared/offers/visitor.ts";

/** A visitor with all data. */
const visitor = {
  query:
    "zip=10001&phone=2125550123&first=Ann&last=Lee&email=ann%40example.com&dob=1980-01-31&street=1+Elm+St&sourceid=letter",
  optedOut: false,
};
const clickId = "0196f2c0-7a31-7c05-9d1e-5b8a4c3d2e1f";
const filled = [
  "zip",
  "phone",
  "first",
  "last",
  "email",
  "dob",
  "birthday",
  "street",
  "address",
  "sourceid",
  "clickid",
];

interface AddressPreviewProps {
  address: string;
  subIdParam: string;
  /** Placeholders filled by the server. */
  serverFills: string[];
}

/** The address for a visitor, with example values in its placeholders, and warnings about it. */
export function AddressPreview({ address, subIdParam, serverFills }: AddressPreviewProps) {
  const text = address.trim();
  if (!text) return null;
  const parameter = subIdParam.trim();
  const known = text.replaceAll(/(?:\{|%7B)subid(?:\}|%7D)/gi, (found) =>
    serverFills.includes("subid") ? "12" : found,
  );
  const finished = partnerAddress(known, visitor, { clickId, subIdParam: parameter });
  const odd = finished === null ? ["We can’t send visitors to this address."] : oddities(known, parameter);
  return (
    <div className="grid gap-1.5 py-3 px-4 bg-sunken" role="status">
      <p className="field-hint">Where a visitor goes, with sample values:</p>
      {finished && <p className="font-mono text-small wrap-anywhere">{finished}</p>}
      {odd.map((sentence) => (
        <p key={sentence} className="field-error">
          {sentence}
        </p>
      ))}
    </div>
  );
}

function oddities(address: string, parameter: string): string[] {
  const [before = "", ...after] = address.split("#")[0]?.split("?") ?? [];
  const query = after.join("?");
  const names = (part: string) => [...part.matchAll(/(?:\{|%7B)([a-z_]+)(?:\}|%7D)/gi)].map(([, name = ""]) => name);
  const unknown = names(query).filter((name) => !filled.includes(name.toLowerCase()));
  const unfilled = names(before).filter((name) => name.toLowerCase() !== "clickid");
  return [
    ...unknown.map((name) => `We have no value for {${name}}, so it stays blank.`),
    ...unfilled.map((name) => `{${name}} works only after the question mark.`),
    ...(parameter && new URLSearchParams(query).has(parameter) ? [`The address already sets ${parameter}.`] : []),
  ];
}
